import type { ComponentType } from 'react';
import type { PageRequest } from '#shared/page.ts';
import type { Area } from '#web/islands/define.ts';

export type PageProps = Pick<PageRequest, 'path' | 'lang' | 'role' | 'today' | 'content' | 'origin'>;

/**
 * URLs (`buildEndpointUrl`) to request early, with placeholders such as `ownNumber` for values of the signed-in
 * user.
 */
export interface EarlyReads {
  /** For any query string. */
  readonly always?: readonly string[];
  /** Only without a query string. */
  readonly bare?: readonly string[];
  /** For the tab in the query string. */
  readonly tabs?: Readonly<Record<string, readonly string[]>>;
  /** Built files of the tab in the query string, from `parts`. */
  readonly files?: Readonly<Record<string, readonly string[]>>;
  /** Scripts to preload after the first paint, at the latest after 200 ms. */
  readonly scripts?: readonly string[];
  /**
   * URL with `{location}` and `{service}`, also requested without a session, as soon as the URL or the stored
   * choice of the tab contains both.
   */
  readonly days?: string;
}

/** A part of a page that is loaded separately: its file and the areas of its texts (`loadWithMessages`). */
export interface PagePart {
  readonly file: string;
  readonly areas?: readonly Area[];
}

/** A page: the contents of its head and body. */
export interface PageModule {
  readonly Page: ComponentType<PageProps>;
  readonly title: (props: PageProps) => string;
  readonly description?: (props: PageProps) => string;
  /** `public` and `account` pages inline their styles; staff pages link a shared stylesheet. */
  readonly look: 'public' | 'account' | 'staff';
  /** Shows the splash screen on the first page of a visit. */
  readonly splash?: boolean;
  /**
   * Requests that the page will need first: sent before any script has loaded, together with that for the
   * user.
   */
  readonly early?: (props: PageProps) => EarlyReads;
  /**
   * Parts loaded separately, by the tab in the query string (`''` for none): requested with the page's files,
   * not after them.
   */
  readonly parts?: Readonly<Record<string, PagePart>>;
  /** Structured data for search engines (schema.org), as a JSON-LD object. */
  readonly facts?: (props: PageProps) => object;
}
