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
      <div className="grid gap-4 md:grid-cols-3">
        {(['doctors', 'patients', 'satisfaction'] as const).map((figure) => (
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

export function ContactFields() {
  return (
    <>
      <BilingualField label={t('admin.homepage.field.title')} name="title" maxLength={200} />
      <BilingualField label={t('admin.homepage.field.subtitle')} name="subtitle" rows={2} maxLength={200} />
      <div className="grid gap-4 md:grid-cols-2">
        <PlainField
          label={t('admin.homepage.field.phone1')}
          name="phone1"
          type="tel"
          maxLength={40}
          optional
          {...ltr}
        />
        <PlainField
          label={t('admin.homepage.field.phone2')}
          name="phone2"
          type="tel"
          maxLength={40}
          optional
          {...ltr}
        />
        <PlainField
          label={t('admin.homepage.field.whatsapp')}
          name="whatsapp"
          type="tel"
          maxLength={40}
          optional
          {...ltr}
        />
        <PlainField
          label={t('admin.homepage.field.email1')}
          name="email1"
          type="email"
          maxLength={254}
          optional
          {...ltr}
        />
        <PlainField
          label={t('admin.homepage.field.email2')}
          name="email2"
          type="email"
          maxLength={254}
          optional
          {...ltr}
        />
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
