import { CalendarDays, LogOut, Users } from 'lucide-react';
import { useState } from 'react';
import { formatNumberInLang, t } from '#web/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Count } from '#web/ui/count.tsx';
import { BrandMark } from '#web/ui/drawings/brand-mark.tsx';
import { BottomBar } from '#web/ui/frame/bottom-bar.tsx';
import { Brand } from '#web/ui/frame/brand.tsx';
import { FloatingButton } from '#web/ui/frame/floating-button.tsx';
import { PageHeader, SectionHeader } from '#web/ui/frame/page-header.tsx';
import { Eyebrow, SectionHeading } from '#web/ui/frame/section-heading.tsx';
import { SideMenu } from '#web/ui/frame/side-menu.tsx';
import { NavButton, Sidebar, SidebarPerson, TopBar } from '#web/ui/frame/sidebar.tsx';
import { TabPanel } from '#web/ui/frame/tab-list.tsx';
import { Tabs } from '#web/ui/frame/tabs.tsx';
import { Example } from './example.tsx';

const places = () => [
  { href: '#appointments', label: t('common.nav.appointments'), icon: CalendarDays },
  { href: '#patients', label: t('common.nav.patients'), icon: Users },
];

export function Frames() {
  const [tab, setTab] = useState('appointments');
  const tabs = places().map(({ href, label }) => ({ value: href.slice(1), label }));
  const brand = <Brand href="#" name={t('common.nav.home')} mark={<BrandMark />} />;
  return (
    <>
      <Example file="frame/brand.tsx">{brand}</Example>
      <Example file="frame/page-header.tsx">
        <PageHeader
          title={t('common.nav.appointments')}
          subtitle={t('common.nav.calendar')}
          end={<Button kind="pri">{t('common.nav.book')}</Button>}
        />
        <SectionHeader title={t('common.nav.patients')} count={<Count>{formatNumberInLang(3)}</Count>} />
      </Example>
      <Example file="frame/section-heading.tsx">
        <Eyebrow>{t('common.nav.about')}</Eyebrow>
        <SectionHeading id="heading" title={t('common.nav.services')} lead={t('common.nav.locations')} />
      </Example>
      <Example file="frame/tabs.tsx, tab-list.tsx">
        <Tabs label={t('common.nav.main')} tabs={tabs} value={tab} onChange={setTab} idBase="tabs" />
        {tabs.map(({ value, label }) => (
          <TabPanel key={value} idBase="tabs" value={value}>
            {value === tab && label}
          </TabPanel>
        ))}
      </Example>
      <Example file="frame/sidebar.tsx">
        <Sidebar
          manageLabel="Manage"
          brand={brand}
          label={t('common.nav.main')}
          items={places()}
          current="#patients"
          foot={
            <>
              <NavButton icon={LogOut} flip>
                {t('common.header.logout')}
              </NavButton>
              <SidebarPerson
                avatar={<Avatar name={t('role.admin')} />}
                name={t('role.admin')}
                role={t('role.superAdmin')}
              />
            </>
          }
        />
        <TopBar brand={brand}>
          <Button kind="gho">{t('common.nav.menu')}</Button>
        </TopBar>
      </Example>
      <Example file="frame/side-menu.tsx">
        <SideMenu
          openLabel={t('common.nav.openMenu')}
          closeLabel={t('common.nav.closeMenu')}
          label={t('common.nav.main')}
          brand={brand}
        >
          {t('common.nav.home')}
        </SideMenu>
      </Example>
      <Example file="frame/bottom-bar.tsx, floating-button.tsx (narrow windows)">
        <BottomBar label={t('common.nav.quickMenu')} items={places()} current="#patients" />
        <FloatingButton label={t('common.action.create')} />
      </Example>
    </>
  );
}
