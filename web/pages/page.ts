import type { ComponentType } from 'react';
import type { PageRequest } from '#shared/page.ts';

export type PageProps = Pick<PageRequest, 'path' | 'lang' | 'today' | 'content' | 'origin'>;

/** One page: what stands in its head and what is drawn in its body. */
export interface PageModule {
  readonly Page: ComponentType<PageProps>;
  readonly title: (props: PageProps) => string;
  readonly description?: (props: PageProps) => string;
  /** Public pages carry their styles inside; staff pages link a shared sheet. */
  readonly look: 'public' | 'account' | 'staff';
  /** Covered by the splash screen on the first page of a visit. */
  readonly splash?: boolean;
  /**
   * What will be read here first, asked for before any script has come. An address with `{id}`, for hers who
   * is signed in, after `tab|` where only that tab reads it and after `|` where all do; or one with
   * `{location}` and `{service}`, for the branch and the service that the address names or the tab has kept.
   * Who she is is asked on every page.
   */
  readonly early?: (props: PageProps) => string;
  /** Facts for search engines (schema.org), as a JSON-LD object. */
  readonly facts?: (props: PageProps) => object;
}
