import { Component, type ReactNode } from "react";

export type Failure = { error: unknown; retry: () => void };

type Props = {
  /** What stands there instead of what broke. */
  fallback: (failure: Failure) => ReactNode;
  /** Another one, such as another page's path, is another attempt. */
  of?: string;
  children: ReactNode;
};
type State = { failure: { error: unknown } | null; of: string | undefined };

/** A class, because React has no other way to catch what a render throws. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null, of: this.props.of };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ of }: Props, state: State): State | null {
    return of === state.of ? null : { failure: null, of };
  }

  /** What broke is made anew, and what it had asked the backend for is asked again. */
  retry = () => this.setState({ failure: null });

  override render() {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return this.props.fallback({ error: failure.error, retry: this.retry });
  }
}
