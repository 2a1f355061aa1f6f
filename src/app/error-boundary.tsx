import { Component, type ReactNode } from "react";
import { ErrorPage } from "./error-page";

type Props = { children: ReactNode };
type State = { failure: { error: unknown } | null };

/** A class, because React has no other way to catch what a render throws. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    return failure === null ? this.props.children : <ErrorPage error={failure.error} />;
  }
}
