import { ChevronLeft } from 'lucide-react';
import { type MouseEvent, useCallback, useId, useState } from 'react';
import type { HomepageSection } from '#shared/contract/homepage.ts';
import { useUnsavedGuard } from '#web/api/unsaved.ts';
import {
  AboutDraft,
  BrandDraft,
  ContactDraft,
  FeaturesDraft,
  HeroDraft,
} from '#web/features/homepage/editor-drafts.tsx';
import {
  AboutFields,
  BrandFields,
  ContactFields,
  HeroFields,
  legalSections,
} from '#web/features/homepage/editor-fields.tsx';
import { EditorLegal } from '#web/features/homepage/editor-legal.tsx';
import { FeaturesFields } from '#web/features/homepage/editor-list-fields.tsx';
import { SectionEditor } from '#web/features/homepage/editor-section.tsx';
import { EditorServices } from '#web/features/homepage/editor-services.tsx';
import { t } from '#web/i18n.ts';
import { defineIsland } from '#web/islands/define.ts';
import { AdminShell } from '#web/shell/admin-shell.tsx';
import type { StaffPageProps } from '#web/shell/staff-shell.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { cx } from '#web/ui/cx.ts';
import { TabPanel } from '#web/ui/frame/tab-list.tsx';
import { Tabs } from '#web/ui/frame/tabs.tsx';
import { LeaveDialog } from '#web/ui/overlay/leave-dialog.tsx';

const tabs = ['hero', 'features', 'about', 'contact', 'services', 'brand', 'legal'] as const;
type Tab = (typeof tabs)[number];
/** The tab in the URL; the server renders none. */
const readEditorTab = (): Tab =>
  (typeof location !== 'undefined' &&
    tabs.find((tab) => tab === new URLSearchParams(location.search).get('tab'))) ||
  'hero';
type Editor = Parameters<typeof SectionEditor>[0];
type OnDirty = Editor['onDirty'];

const isInEditorTab = (tab: Tab, section: HomepageSection) =>
  tab === 'legal' ? (legalSections as readonly HomepageSection[]).includes(section) : section === tab;

/** The sections with unsaved changes; the browser asks before the page is left. */
function useUnsavedSections() {
  const [unsaved, setUnsaved] = useState<readonly HomepageSection[]>([]);
  const onDirty = useCallback<OnDirty>((section, dirty) => {
    setUnsaved((before) => {
      const others = before.filter((other) => other !== section);
      return dirty ? [...others, section] : others;
    });
  }, []);
  const any = unsaved.length > 0;
  useUnsavedGuard(useCallback(() => any, [any]));
  return { unsaved, setUnsaved, onDirty };
}

/**
 * Editor of the public site's texts by section; unsaved input of a tab is kept while another tab is shown.
 */
function HomepageEditorIsland(props: StaffPageProps) {
  const [tab, setTab] = useState<Tab>(readEditorTab);
  const [opened, setOpened] = useState<readonly Tab[]>(() => [readEditorTab()]);
  const { unsaved, setUnsaved, onDirty } = useUnsavedSections();
  const [leavingTo, setLeavingTo] = useState<string | null>(null);
  const idBase = useId();

  function show(next: Tab) {
    setTab(next);
    setOpened((before) => (before.includes(next) ? before : [...before, next]));
  }
  function follow(event: MouseEvent, href: string) {
    if (unsaved.length === 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setLeavingTo(href);
  }
  function leave(href: string) {
    setUnsaved([]);
    setTimeout(() => location.assign(href));
  }
  const dashboard = '/admin/dashboard';
  return (
    <AdminShell
      {...props}
      at="/admin/homepage-editor"
      title={t('admin.homepage.title')}
      subtitle={t('admin.homepage.text')}
      thumbBar={false}
      onFollow={follow}
      headerAlways={
        <ButtonLink
          kind="out"
          href={dashboard}
          onClick={(event) => follow(event, dashboard)}
          icon={<ChevronLeft size={18} strokeWidth={1.7} aria-hidden="true" className="flip" />}
        >
          {t('admin.homepage.back')}
        </ButtonLink>
      }
    >
      {() => (
        <>
          <Tabs
            label={t('admin.homepage.tabs')}
            idBase={idBase}
            value={tab}
            onChange={(next) => show(next as Tab)}
            tabs={tabs.map((value) => ({
              value,
              label: (
                <>
                  {t(`admin.homepage.tab.${value}`)}
                  {unsaved.some((section) => isInEditorTab(value, section)) && (
                    <span className="size-2 rounded-full bg-accent">
                      <span className="sr-only">{t('admin.homepage.unsaved')}</span>
                    </span>
                  )}
                </>
              ),
            }))}
          />
          {opened.map((value) => (
            <TabPanel key={value} idBase={idBase} value={value} className={cx(value !== tab && 'hidden')}>
              <Panel tab={value} name={props.name} onDirty={onDirty} />
            </TabPanel>
          ))}
          <LeaveDialog
            open={leavingTo !== null}
            onStay={() => setLeavingTo(null)}
            onLeave={() => leavingTo && leave(leavingTo)}
          />
        </>
      )}
    </AdminShell>
  );
}

function Panel({ tab, name, onDirty }: { tab: Tab; name: string; onDirty: OnDirty }) {
  switch (tab) {
    case 'hero':
      return <SectionEditor section="hero" Fields={HeroFields} Draft={HeroDraft} onDirty={onDirty} />;
    case 'features':
      return (
        <SectionEditor section="features" Fields={FeaturesFields} Draft={FeaturesDraft} onDirty={onDirty} />
      );
    case 'about':
      return <SectionEditor section="about" Fields={AboutFields} Draft={AboutDraft} onDirty={onDirty} />;
    case 'contact':
      return (
        <SectionEditor section="contact" Fields={ContactFields} Draft={ContactDraft} onDirty={onDirty} />
      );
    case 'services':
      return <EditorServices />;
    case 'brand':
      return <BrandEditor name={name} onDirty={onDirty} />;
    case 'legal':
      return <EditorLegal onDirty={onDirty} />;
  }
}

function BrandEditor({ name, onDirty }: { name: string; onDirty: OnDirty }) {
  const Draft = useCallback((draft: { draft: never }) => <BrandDraft {...draft} name={name} />, [name]);
  return <SectionEditor section="brand" Fields={BrandFields} Draft={Draft} onDirty={onDirty} />;
}

export const island = defineIsland({
  name: 'homepage-editor',
  areas: ['common', 'errors', 'staff', 'admin'],
  component: HomepageEditorIsland,
});
