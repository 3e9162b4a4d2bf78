import type { ComponentType } from 'react';
import type { PageRequest } from '#shared/page.ts';
import type { Area } from '#web/islands/define.ts';

export type PageProps = Pick<PageRequest, 'path' | 'lang' | 'role' | 'today' | 'content' | 'origin'>;

/** Addresses (`addressOf`), with `ownNumber` and its like in the place of what is hers who is signed in. */
export interface EarlyReads {
  /** Whatever the address of the page says … */
  readonly always?: readonly string[];
  /** … where it says nothing, … */
  readonly bare?: readonly string[];
  /** … where it names this tab. */
  readonly tabs?: Readonly<Record<string, readonly string[]>>;
  /** Files of the tab that the address names, as of `parts`. */
  readonly files?: Readonly<Record<string, readonly string[]>>;
  /** Scripts that wait for the first letters, as long as these do not take long. */
  readonly scripts?: readonly string[];
  /** For anybody: of `{location}` and `{service}`, once the address or the tab of the browser knows both. */
  readonly days?: string;
}

/** A part of a page that is fetched by itself: its file, and the words it is fetched with (`withWords`). */
export interface PagePart {
  readonly file: string;
  readonly areas?: readonly Area[];
}

/** One page: what stands in its head and what is drawn in its body. */
export interface PageModule {
  readonly Page: ComponentType<PageProps>;
  readonly title: (props: PageProps) => string;
  readonly description?: (props: PageProps) => string;
  /** Public pages carry their styles inside; staff pages link a shared sheet. */
  readonly look: 'public' | 'account' | 'staff';
  /** Covered by the splash screen on the first page of a visit. */
  readonly splash?: boolean;
  /** What will be read here first: asked for before any script has come, together with who she is. */
  readonly early?: (props: PageProps) => EarlyReads;
  /**
   * What of it is fetched by itself, by the tab that the address names (`''`: none): asked for with the rest,
   * not after it.
   */
  readonly parts?: Readonly<Record<string, PagePart>>;
  /** Facts for search engines (schema.org), as a JSON-LD object. */
  readonly facts?: (props: PageProps) => object;
}
