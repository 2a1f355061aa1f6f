import { Component, type ReactNode } from "react";

export type Failure = { error: unknown; retry: () => void };

type Props = {
  /** What stands there instead of what broke. */
  fallback: (failure: Failure) => ReactNode;
  children: ReactNode;
};
type State = { failure: { error: unknown } | null };

/** A class, because React has no other way to catch what a render throws. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  /** What broke is made anew, and what it had asked the backend for is asked again. */
  retry = () => this.setState({ failure: null });

  override render() {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return this.props.fallback({ error: failure.error, retry: this.retry });
  }
}
