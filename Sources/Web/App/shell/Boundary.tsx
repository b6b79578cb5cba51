import type { ReactNode } from "react";
import { Component } from "react";
import { Button, EmptyState } from "../design/mod.ts";

interface Props {
  readonly children: ReactNode;
  /** Another value lets the screen try again: the path that is shown. */
  readonly place: string;
}

/** Keeps a screen that breaks from taking the others with it, and says so. */
export class Boundary extends Component<Props, { readonly fault: Error | undefined }> {
  override state: { readonly fault: Error | undefined } = { fault: undefined };

  static getDerivedStateFromError(fault: Error) {
    return { fault };
  }

  override componentDidUpdate(before: Props) {
    if (before.place !== this.props.place && this.state.fault) this.setState({ fault: undefined });
  }

  override render() {
    if (!this.state.fault) return this.props.children;
    return (
      <EmptyState
        icon="bandaid"
        title="This screen could not be shown"
        action={<Button kind="primary" onClick={() => location.reload()}>Reload</Button>}
      >
        Nothing of yours is lost. {this.state.fault.message}
      </EmptyState>
    );
  }
}
