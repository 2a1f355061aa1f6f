import { Component, type ReactNode } from "react";
import { noteFailure } from "../lib/failures";

export type Failure = { error: unknown; retry: () => void };

type Props = {
  /** Shown instead of the children that failed. */
  fallback: (failure: Failure) => ReactNode;
  children: ReactNode;
};
type State = { failure: { error: unknown } | null };

/** A class, because React offers no other way to catch errors while rendering. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown) {
    noteFailure(error);
  }

  /** Renders the children again, which repeats their queries. */
  retry = () => this.setState({ failure: null });

  override render() {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return this.props.fallback({ error: failure.error, retry: this.retry });
  }
}
