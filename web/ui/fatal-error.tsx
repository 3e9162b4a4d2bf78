import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface BrokenProps {
  labels: { title: string; text: string; retry: string };
  onRetry(): void;
}

/** In the place of what is broken, or did not come. */
export const Broken = ({ labels: { title, text, retry }, onRetry }: BrokenProps) => (
  <div role="alert">
    <EmptyState
      title={title}
      action={
        <Button kind="sec" onClick={onRetry}>
          {retry}
        </Button>
      }
    >
      {text}
    </EmptyState>
  </div>
);

export type FatalErrorProps = {
  labels: BrokenProps['labels'];
  /** Tells whoever keeps the error log. */
  onError?(error: unknown, componentStack: string | null | undefined): void;
  /** What "try again" does; without it the page is loaded anew. */
  onRetry?(): void;
  children?: ReactNode;
};

/** Keeps a broken part from emptying the page: says so kindly and offers to try again. */
export class FatalError extends Component<FatalErrorProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, info: { componentStack?: string | null }) {
    this.props.onError?.(error, info.componentStack);
  }

  retry = () => {
    if (!this.props.onRetry) return location.reload();
    this.setState({ failed: false });
    this.props.onRetry();
  };

  override render() {
    if (!this.state.failed) return this.props.children;
    return <Broken labels={this.props.labels} onRetry={this.retry} />;
  }
}
