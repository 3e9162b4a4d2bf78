import { Eye } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { dirOf, type Lang } from '#shared/domain/languages.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { TabPanel } from '#web/ui/frame/tab-list.tsx';
import { getNativeLanguageName, PreviewLanguage } from './editor-language.ts';

/** Preview of the public page from the draft, in either language. */
export function EditorPreview({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Lang>(currentLang());
  const idBase = useId();
  const tab = (value: Lang) => ({
    value,
    label: <span lang={value}>{getNativeLanguageName(value)}</span>,
  });
  return (
    <section
      aria-label={t('admin.homepage.preview')}
      className="overflow-hidden rounded-card border border-line bg-page xl:sticky xl:top-[calc(var(--stays)+8px)] xl:max-h-[calc(100dvh-var(--stays)-32px)] xl:overflow-y-auto"
    >
      <div className="flex flex-wrap items-center gap-3 border-b border-line bg-surface px-3 py-2">
        <Eye size={18} strokeWidth={1.7} aria-hidden="true" className="text-ink-2" />
        <span className="flex-1 text-small text-ink-2">{t('admin.homepage.preview')}</span>
        <Segmented
          label={t('admin.homepage.previewLanguage')}
          idBase={idBase}
          tabs={[tab('en'), tab('ar')]}
          value={language}
          onChange={(next) => setLanguage(next as Lang)}
        />
      </div>
      <TabPanel idBase={idBase} value={language}>
        <PreviewLanguage value={language}>
          <div lang={language} dir={dirOf(language)} className="p-[clamp(18px,2.6vw,36px)] leading-body">
            {children}
          </div>
        </PreviewLanguage>
      </TabPanel>
    </section>
  );
}
