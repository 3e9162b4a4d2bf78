import type { Doctor } from './contract/doctors.ts';
import type { Homepage, LegalPage, LegalSection } from './contract/homepage.ts';
import type { Location } from './contract/locations.ts';
import type { Service } from './contract/services.ts';
import type { StaffMember } from './contract/staff.ts';
import type { Lang } from './domain/languages.ts';
import type { Role } from './domain/people/roles.ts';

/** Sunday is 0; `HH:MM:SS` on the clinic's wall clock. */
export interface ConsultationHours {
  readonly weekday: number;
  readonly from: string;
  readonly to: string;
}

/** A doctor as her page on the site shows her. */
export interface ListedDoctor
  extends Doctor,
    Pick<StaffMember, 'languages' | 'about' | 'aboutAr' | 'photoUrl'> {
  /** Where she can be chosen by name: doctors are booked there, and she is on duty. */
  readonly bookableAt: readonly number[];
}

/** What the server hands to the page renderer: the content of the clinic, nothing about a person. */
export interface PublicContent {
  readonly homepage: Homepage;
  readonly legal: Record<LegalSection, LegalPage>;
  readonly services: readonly Service[];
  readonly locations: readonly Location[];
  /** Those who have a page, by name. */
  readonly doctors: readonly ListedDoctor[];
  /** When each branch sees patients in a usual week, by its id: what the calendar of the booking offers. */
  readonly consultations: Readonly<Record<number, readonly ConsultationHours[]>>;
  /** The guide of the first days was put away: nobody asks for it. */
  readonly guideAway: boolean;
  /** Patients can book online. */
  readonly bookingOpen: boolean;
  readonly clinic: {
    readonly name: string;
    readonly nameAr: string | null;
    readonly consultationStart: string;
    readonly daysAhead: number;
    readonly cutoffHours: number;
    readonly noShowsBeforeCall: number | null;
  };
}

export interface PageRequest {
  /** The path without a language prefix: `/`, `/book`, `/admin/patients`. */
  readonly path: string;
  /** The row of the site map that the page stands in, where that is not its path. */
  readonly row?: string;
  readonly lang: Lang;
  /** Of a page that several roles share, for which of them it is drawn. */
  readonly role?: Role | undefined;
  /** The clinic's date, for calendars and the copyright year. */
  readonly today: string;
  readonly content: PublicContent;
  /** Origin of the public address, for canonical links. */
  readonly origin: string;
  readonly assets: PageAssets;
}

/** Addresses of built files, as the build wrote them down. */
export interface PageAssets {
  readonly entry: string;
  readonly staffCss: string;
  /**
   * By the path of a module that is fetched by itself (an island, words of a language): its file and those it
   * imports.
   */
  readonly filesOf: Readonly<Record<string, readonly string[]>>;
}

export interface PageReply {
  readonly status: 200 | 404;
  readonly html: string;
  /** The inline scripts and styles, word for word: the content security policy names their hashes. */
  readonly inlineScripts: readonly string[];
  readonly inlineStyles: readonly string[];
}

/**
 * One row of the site map. `languages`: the page has two addresses, `/…` and `/ar/…`. `guard`: who may open
 * it; the others are sent to `/`.
 */
export interface SitePage {
  readonly path: string;
  readonly languages: boolean;
  readonly guard: 'anyone' | 'signed-in' | readonly Role[];
  /** Public, but nothing for search engines. */
  readonly unlisted?: boolean;
  /** Of a row that the content decides about, every path there is now; without, the row's own is the one. */
  readonly pathsIn?: (content: PublicContent) => readonly string[];
  /** Which of them somebody means who asks for another; null for none. */
  readonly meantBy?: (content: PublicContent, asked: string) => string | null;
}

/** What `web/entry-server.tsx` exports. */
export interface PageRenderer {
  renderPage(request: PageRequest): PageReply;
}
