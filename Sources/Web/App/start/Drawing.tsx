/** A child's drawing, which draws itself where motion is welcome. */
export function Drawing({ className = "" }: { readonly className?: string }) {
  return (
    <svg className={`drawing ${className}`} viewBox="0 0 320 220" aria-hidden="true" focusable="false">
      <rect className="drawing-paper" x="4" y="4" width="312" height="212" rx="10" />
      <g className="drawing-lines">
        <circle className="drawing-sun" pathLength="1" cx="252" cy="58" r="24" />
        <path
          className="drawing-sun"
          pathLength="1"
          d="M252 22v-8M252 102v-8M216 58h-8M296 58h-8M227 33l-6-6M283 89l-6-6M277 33l6-6M221 89l6-6"
        />
        <path className="drawing-hill" pathLength="1" d="M18 178c40-34 84-38 128-10 46 28 98 22 156-12" />
        <path className="drawing-house" pathLength="1" d="M70 158v-56h66v62M60 106l43-38 43 38M92 163v-30h20v32" />
        <path className="drawing-house" pathLength="1" d="M114 112h14v14h-14z" />
        <path
          className="drawing-flower"
          pathLength="1"
          d="M196 178v-28M196 150c-12-2-12-18 0-18s12 16 0 18M196 168c6 0 12-4 14-10"
        />
        <path
          className="drawing-person"
          pathLength="1"
          d="M232 128a9 9 0 1 0 .1 0M232 146v24M232 152l-14 8M232 152l14-10M232 170l-9 16M232 170l10 15"
        />
      </g>
    </svg>
  );
}
