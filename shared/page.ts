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

/** A doctor as her public page shows her. */
export interface ListedDoctor
  extends Doctor,
    Pick<StaffMember, 'languages' | 'about' | 'aboutAr' | 'photoUrl'> {
  /** Branches where she can be chosen by name: they book by doctors, and she has duties there. */
  readonly bookableAt: readonly number[];
}

/** Input of the page renderer: public content of the clinic, without personal data. */
export interface PublicContent {
  readonly homepage: Homepage;
  readonly legal: Record<LegalSection, LegalPage>;
  readonly services: readonly Service[];
  readonly locations: readonly Location[];
  /** The branches without those that are closed for good. */
  readonly openLocations: readonly Location[];
  /** Doctors with a public page, sorted by name. */
  readonly doctors: readonly ListedDoctor[];
  /** Regular weekly hours of each branch (by its id), for the calendar of the booking form. */
  readonly consultations: Readonly<Record<number, readonly ConsultationHours[]>>;
  /** The setup guide was dismissed: the client does not fetch it. */
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
  /** Row of the site map, if its path differs from the page's path. */
  readonly row?: string;
  readonly lang: Lang;
  /** For pages shared by several roles: the role for which the page is rendered. */
  readonly role?: Role | undefined;
  /** Current date of the clinic, for calendars and the copyright year. */
  readonly today: string;
  readonly content: PublicContent;
  /** Origin of the public address, for canonical links. */
  readonly origin: string;
  readonly assets: PageAssets;
}

/** URLs of built files, from the manifest of the build. */
export interface PageAssets {
  readonly entry: string;
  readonly staffCss: string;
  /**
   * Files of each module that is loaded separately (islands, texts of a language): its own and those it
   * imports.
   */
  readonly filesOf: Readonly<Record<string, readonly string[]>>;
}

export interface PageReply {
  readonly status: 200 | 404;
  readonly html: string;
  /** Exact inline scripts and styles: the content security policy contains their hashes. */
  readonly inlineScripts: readonly string[];
  readonly inlineStyles: readonly string[];
}

/**
 * One row of the site map. `languages`: the page has the addresses `/…` and `/ar/…`. `guard`: who may open
 * the page; other users are redirected to `/`.
 */
export interface SitePage {
  readonly path: string;
  readonly languages: boolean;
  readonly guard: 'anyone' | 'signed-in' | readonly Role[];
  /** Public, but excluded from search engines. */
  readonly unlisted?: boolean;
  /** For rows with several pages: their current paths, from the content. Absent: the path of the row. */
  readonly pathsIn?: (content: PublicContent) => readonly string[];
  /** Path to redirect to if the requested path does not exist exactly; null: none. */
  readonly meantBy?: (content: PublicContent, asked: string) => string | null;
}

/** What `web/entry-server.tsx` exports. */
export interface PageRenderer {
  renderPage(request: PageRequest): PageReply;
}
