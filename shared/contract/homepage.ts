import * as z from 'zod/mini';
import { email, id, instant, longText, nameText, uploadUrl } from '../fields.ts';
import { endpoint } from './endpoint.ts';

/**
 * Texts of the public page, in English and Arabic (`null` or empty Arabic: the English is shown). Plain text,
 * never HTML.
 */
const line = nameText(200);
const lineAr = z.optional(z.nullable(nameText(200, 0)));
const text = longText(2000);
const textAr = z.optional(z.nullable(longText(2000)));
const image = z.optional(z.nullable(uploadUrl));
/** Link in content: a path of this site, an anchor, https, tel or mailto. */
const contentLink = z
  .string()
  .check(
    z.maxLength(500),
    z.regex(
      /^(\/(?!\/)[^\s\\]*|#[\w-]*|https:\/\/[^\s\\]+|tel:[+\d\s()-]+|mailto:[^\s\\]+)$/i,
      'validation.link',
    ),
  );
const phone = nameText(40, 0);
/** A figure that the clinic shows about itself, in Western digits; empty: not shown. */
const figure = z.optional(z.string().check(z.regex(/^\d{0,7}$/, 'validation.number')));

const heroSchema = z.object({
  title: line,
  titleAr: lineAr,
  subtitle: line,
  subtitleAr: lineAr,
  description: text,
  descriptionAr: textAr,
  ctaText: nameText(60),
  ctaTextAr: lineAr,
  ctaLink: contentLink,
});
const featuresSchema = z.object({
  title: line,
  titleAr: lineAr,
  subtitle: nameText(200, 0),
  subtitleAr: lineAr,
  items: z
    .array(
      z.object({
        id: nameText(40),
        title: line,
        titleAr: lineAr,
        description: text,
        descriptionAr: textAr,
        icon: z.string().check(z.maxLength(40)),
      }),
    )
    .check(z.minLength(1, 'validation.required'), z.maxLength(12, 'validation.tooMany')),
});
const aboutSchema = z.object({
  title: line,
  titleAr: lineAr,
  subtitle: nameText(200, 0),
  subtitleAr: lineAr,
  description: longText(5000),
  descriptionAr: z.optional(z.nullable(longText(5000))),
  doctors: figure,
  patients: figure,
  /** Number of satisfied patients, in the hero. */
  satisfied: figure,
  /** Percentage. */
  satisfaction: figure,
  image,
});
const contactSchema = z.object({
  title: line,
  titleAr: lineAr,
  subtitle: nameText(200, 0),
  subtitleAr: lineAr,
  phone1: phone,
  phone2: phone,
  whatsapp: phone,
  email1: z.union([z.literal(''), email], 'validation.email'),
  email2: z.union([z.literal(''), email], 'validation.email'),
  workingHours: longText(500),
  workingHoursAr: z.optional(z.nullable(longText(500))),
});
const brandSchema = z.object({ tagline: nameText(120), taglineAr: lineAr, logo: image });
export const legalSchema = z.object({
  title: line,
  titleAr: lineAr,
  sections: z
    .array(
      z.object({
        heading: line,
        headingAr: lineAr,
        body: longText(10_000),
        bodyAr: z.optional(z.nullable(longText(10_000))),
      }),
    )
    .check(z.maxLength(40, 'validation.tooMany')),
});

export const homepageSections = {
  hero: heroSchema,
  features: featuresSchema,
  about: aboutSchema,
  contact: contactSchema,
  brand: brandSchema,
  privacy: legalSchema,
  terms: legalSchema,
  accessibility: legalSchema,
} as const;
export type HomepageSection = keyof typeof homepageSections;
export type LegalSection = 'privacy' | 'terms' | 'accessibility';
const sectionSchema = z.enum(Object.keys(homepageSections) as [HomepageSection, ...HomepageSection[]]);

export const homepageSchema = z.object({
  hero: heroSchema,
  features: featuresSchema,
  about: aboutSchema,
  contact: contactSchema,
  brand: brandSchema,
});
export type Homepage = z.output<typeof homepageSchema>;
export type LegalPage = z.output<typeof legalSchema>;
const anySection = z.union([
  heroSchema,
  featuresSchema,
  aboutSchema,
  contactSchema,
  brandSchema,
  legalSchema,
]);

export const getHomepage = endpoint({
  method: 'GET',
  path: '/api/homepage',
  shows: ['homepage'],
  access: 'public',
  summary: 'Returns the texts of the public pages',
  reply: homepageSchema,
});
const sectionParams = z.object({ section: sectionSchema });
export const getSection = endpoint({
  method: 'GET',
  path: '/api/homepage/:section',
  versioned: true,
  shows: ['homepage'],
  access: 'public',
  summary: 'Returns one section or one legal page',
  params: sectionParams,
  reply: anySection,
});
/** The body is validated against the schema of the named section. */
export const putSection = endpoint({
  method: 'PUT',
  path: '/api/homepage/:section',
  versioned: true,
  changes: ['homepage'],
  access: ['admin'],
  summary: 'Saves a section as its newest version and publishes it at once',
  params: sectionParams,
  body: z.looseObject({}),
  reply: anySection,
  errors: ['stale'],
});
const versionSchema = z.object({
  version: id,
  savedAt: instant,
  author: z.nullable(z.string()),
  current: z.boolean(),
  /** For the privacy notice: true asks every patient to agree again. */
  asksAnew: z.boolean(),
});
export const listVersions = endpoint({
  method: 'GET',
  path: '/api/homepage/:section/versions',
  shows: ['homepage'],
  access: ['admin'],
  summary: 'Lists earlier versions of a section, newest first',
  params: sectionParams,
  reply: z.array(versionSchema),
});
export const restoreVersion = endpoint({
  method: 'POST',
  path: '/api/homepage/:section/versions/:version/restore',
  versioned: true,
  changes: ['homepage'],
  access: ['admin'],
  summary: 'Saves an earlier version of a section as the newest',
  params: z.object({
    section: sectionSchema,
    version: z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'validation.id')),
      z.transform((s: string) => Number(s)),
    ),
  }),
  reply: anySection,
  errors: ['stale'],
});
