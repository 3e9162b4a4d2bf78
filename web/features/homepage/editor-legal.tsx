import { useId, useState } from 'react';
import { t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { TabPanel } from '#web/ui/frame/tab-list.tsx';
import { LegalDraft } from './editor-drafts.tsx';
import { legalSections } from './editor-fields.tsx';
import { LegalFields } from './editor-list-fields.tsx';
import { SectionEditor, type SectionEditorProps } from './editor-section.tsx';

/** Privacy notice, terms and accessibility statement; changing between them keeps unsaved input. */
export function EditorLegal({ onDirty }: Pick<SectionEditorProps, 'onDirty'>) {
  const [chosen, setChosen] = useState<string>('privacy');
  const [opened, setOpened] = useState<readonly string[]>(['privacy']);
  const idBase = useId();
  function show(page: string) {
    setChosen(page);
    setOpened((before) => (before.includes(page) ? before : [...before, page]));
  }
  return (
    <div className="grid gap-5">
      <Segmented
        label={t('admin.homepage.tab.legal')}
        idBase={idBase}
        tabs={legalSections.map((value) => ({ value, label: t(`admin.homepage.section.${value}`) }))}
        value={chosen}
        onChange={show}
        className="xl:justify-self-start"
      />
      {legalSections
        .filter((page) => opened.includes(page))
        .map((page) => (
          <TabPanel key={page} idBase={idBase} value={page} className={cx(page !== chosen && 'hidden')}>
            <SectionEditor section={page} Fields={LegalFields} Draft={LegalDraft} onDirty={onDirty} />
          </TabPanel>
        ))}
    </div>
  );
}
