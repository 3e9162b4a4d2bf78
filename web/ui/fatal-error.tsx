import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface BrokenProps {
  labels: { title: string; text: string; retry: string };
  onRetry(): void;
}

/** Replaces a part that failed to render or to load. */
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
  /** Reports the error to the error log. */
  onError?(error: unknown, componentStack: string | null | undefined): void;
  /** Action of "try again"; by default the page is reloaded. */
  onRetry?(): void;
  children?: ReactNode;
};

/** Error boundary: shows a message and a retry button instead of an empty page. */
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
