import { type KeyboardEvent, useRef, useState } from "react";
import { Icon, IconButton } from "../design/mod.ts";
import { slides } from "./slides.ts";

/** Slides side by side, turned by buttons, arrow keys or a finger. Requirement J-617. */
export function Tour() {
  const [at, setAt] = useState(0);
  const track = useRef<HTMLUListElement>(null);
  const turnTo = (slide: number) => {
    const element = track.current;
    element?.scrollTo({ left: slide * element.clientWidth, behavior: isStill() ? "instant" : "smooth" });
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    turnTo(Math.min(Math.max(at + step, 0), slides.length - 1));
  };
  return (
    <section className="tour" aria-roledescription="carousel" aria-label="What Daybook does">
      <ul
        ref={track}
        className="tour-slides"
        tabIndex={0}
        aria-label="Slides"
        onKeyDown={press}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setAt(Math.round(scrollLeft / clientWidth))}
      >
        {slides.map(({ icon, title, text }) => (
          <li key={title} className="tour-slide">
            <span className="tour-icon">
              <Icon name={icon} />
            </span>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <div className="tour-bar">
        <IconButton icon="chevron-left" label="Previous slide" disabled={at === 0} onClick={() => turnTo(at - 1)} />
        <p className="tour-at" aria-live="polite">
          <span className="visually-hidden">{slides[at]?.title}, slide {at + 1} of {slides.length}</span>
          {slides.map(({ title }, one) => (
            <span key={title} className={one === at ? "tour-dot is-current" : "tour-dot"} aria-hidden="true" />
          ))}
        </p>
        <IconButton
          icon="chevron-right"
          label="Next slide"
          disabled={at === slides.length - 1}
          onClick={() => turnTo(at + 1)}
        />
      </div>
    </section>
  );
}

function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
