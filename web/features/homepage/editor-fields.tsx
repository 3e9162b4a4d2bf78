import type { LegalSection } from '#shared/contract/homepage.ts';
import { t } from '#web/i18n.ts';
import { BilingualField, PlainField } from './editor-field.tsx';
import { EditorImage } from './editor-image.tsx';

const ltr = { dir: 'ltr' } as const;

export function HeroFields() {
  return (
    <>
      <BilingualField label={t('admin.homepage.field.title')} name="title" rows={2} maxLength={200} />
      <BilingualField label={t('admin.homepage.field.subtitle')} name="subtitle" maxLength={200} />
      <BilingualField
        label={t('admin.homepage.field.description')}
        name="description"
        rows={5}
        maxLength={2000}
      />
      <BilingualField label={t('admin.homepage.field.ctaText')} name="ctaText" maxLength={60} />
      <PlainField
        label={t('admin.homepage.field.ctaLink')}
        name="ctaLink"
        help={t('admin.homepage.linkHint')}
        maxLength={500}
        {...ltr}
      />
    </>
  );
}

export function AboutFields() {
  return (
    <>
      <BilingualField label={t('admin.homepage.field.title')} name="title" rows={2} maxLength={200} />
      <BilingualField
        label={t('admin.homepage.field.description')}
        name="description"
        rows={6}
        maxLength={5000}
      />
      <BilingualField label={t('admin.homepage.field.subtitle')} name="subtitle" rows={3} maxLength={200} />
      <div className="grid gap-4 md:grid-cols-2">
        {(['doctors', 'patients', 'satisfied', 'satisfaction'] as const).map((figure) => (
          <PlainField
            key={figure}
            label={t(`admin.homepage.field.${figure}`)}
            name={figure}
            inputMode="numeric"
            maxLength={7}
            optional
            {...ltr}
          />
        ))}
      </div>
      <p className="text-small text-ink-2">{t('admin.homepage.figuresHint')}</p>
      <EditorImage name="image" label={t('admin.homepage.field.image')} fit="cover" />
    </>
  );
}

const phone = { type: 'tel', maxLength: 40 } as const;
const email = { type: 'email', maxLength: 254 } as const;
const contactFields = [
  ['phone1', phone],
  ['phone2', phone],
  ['whatsapp', phone],
  ['email1', email],
  ['email2', email],
] as const;

export function ContactFields() {
  return (
    <>
      <BilingualField label={t('admin.homepage.field.title')} name="title" maxLength={200} />
      <BilingualField label={t('admin.homepage.field.subtitle')} name="subtitle" rows={2} maxLength={200} />
      <div className="grid gap-4 md:grid-cols-2">
        {contactFields.map(([name, kind]) => (
          <PlainField
            key={name}
            label={t(`admin.homepage.field.${name}`)}
            name={name}
            optional
            {...kind}
            {...ltr}
          />
        ))}
      </div>
      <BilingualField
        label={t('admin.homepage.field.workingHours')}
        name="workingHours"
        rows={2}
        maxLength={500}
      />
    </>
  );
}

export function BrandFields() {
  return (
    <>
      <BilingualField label={t('admin.homepage.field.tagline')} name="tagline" maxLength={120} />
      <EditorImage name="logo" label={t('admin.homepage.field.logo')} fit="contain" />
      <p className="text-small text-ink-2">
        {t('admin.homepage.nameElsewhere')}{' '}
        <a href="/admin/settings" className="link">
          {t('admin.nav.settings')}
        </a>
      </p>
    </>
  );
}

export const legalSections: readonly LegalSection[] = ['privacy', 'terms', 'accessibility'];
