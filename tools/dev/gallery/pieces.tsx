import { CalendarCheck, MoreVertical, Pencil } from 'lucide-react';
import { useState } from 'react';
import { allStatuses } from '#shared/domain/visits/appointment-status.ts';
import { formatVisitStatus, StatusPill, statusIcons } from '#web/features/appointments/visit/status-pill.tsx';
import { formatNumberInLang, t } from '#web/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { Count } from '#web/ui/count.tsx';
import { DayBox } from '#web/ui/day-box.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FatalError } from '#web/ui/fatal-error.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ListEnd } from '#web/ui/list-end.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Menu, MenuHeading, MenuItem, MenuRule } from '#web/ui/overlay/menu.tsx';
import { ToastArea } from '#web/ui/overlay/toast.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { Petal } from '#web/ui/petal.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { StatTile } from '#web/ui/stat-tile.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow, TwoLines } from '#web/ui/table.tsx';
import { Example } from './example.tsx';

const kinds = ['pri', 'sec', 'out', 'gho', 'dan'] as const;
const sizes = ['sm', 'md', 'lg'] as const;
const notices = ['info', 'success', 'warn', 'danger'] as const;

export function Pieces() {
  return (
    <>
      <Example file="button.tsx">
        {sizes.map((size) =>
          kinds.map((kind) => (
            <Button key={kind + size} kind={kind} size={size}>
              {t('common.action.save')}
            </Button>
          )),
        )}
        <Button kind="pri" busy busyLabel={t('common.action.saving')}>
          {t('common.action.save')}
        </Button>
        <Button kind="pri" disabled icon={<CalendarCheck size={18} aria-hidden="true" />}>
          {t('common.nav.book')}
        </Button>
      </Example>
      <Example file="button-link.tsx">
        <ButtonLink kind="sec" href="#">
          {t('common.nav.backToHome')}
        </ButtonLink>
      </Example>
      <Example file="icon-button.tsx">
        <IconButton label={t('common.action.edit')}>
          <Pencil size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('common.nav.messages')} dot>
          <MoreVertical size={20} aria-hidden="true" />
        </IconButton>
      </Example>
      <Example file="pill.tsx">
        {allStatuses.map((status) => (
          <StatusPill key={status} status={status} />
        ))}
        <Pill tone="neutral" icon={statusIcons.pending}>
          {formatVisitStatus('pending')}
        </Pill>
      </Example>
      <Example file="badge.tsx">
        <Badge>{t('role.doctor')}</Badge>
        <Badge solid>{t('role.admin')}</Badge>
      </Example>
      <Example file="count.tsx">
        <Count>{formatNumberInLang(12)}</Count>
      </Example>
      <Example file="avatar.tsx">
        <Avatar name={t('role.patient')} />
        <Avatar name={t('role.doctor')} plain />
      </Example>
      <Example file="petal.tsx">
        <Petal>
          <CalendarCheck size={26} aria-hidden="true" />
        </Petal>
      </Example>
      <Example file="notice.tsx">
        {notices.map((kind) => (
          <Notice key={kind} kind={kind} title={t('common.nav.messages')}>
            {t('common.logout.failed')}
          </Notice>
        ))}
      </Example>
      <Example file="card.tsx, stat-tile.tsx">
        <Card className="p-4">{t('common.nav.locations')}</Card>
        <StatTile
          label={t('common.nav.appointments')}
          value={formatNumberInLang(48)}
          icon={<CalendarCheck size={20} aria-hidden="true" />}
        />
      </Example>
      <Example file="empty-state.tsx">
        <EmptyState
          title={t('common.nav.appointments')}
          action={<Button kind="sec">{t('common.nav.book')}</Button>}
        >
          {t('common.nav.calendar')}
        </EmptyState>
      </Example>
      <Example file="skeleton.tsx, spinner.tsx">
        <LoadingRegion label={t('common.action.saving')}>
          <Skeleton className="h-6 w-48" />
        </LoadingRegion>
        <Spinner />
      </Example>
      <Example file="list-end.tsx">
        <ListEnd
          total={formatNumberInLang(250)}
          more
          busy={false}
          labels={{ more: t('common.action.loadMore'), busy: t('common.action.saving') }}
          onMore={() => {}}
        />
      </Example>
      <Example file="day-box.tsx">
        <DayBox value="2026-11-22" today="2026-11-22" label={t('common.field.date')} onChange={() => {}} />
      </Example>
      <Example file="table.tsx">
        <People />
      </Example>
      <Example file="fatal-error.tsx">
        <FatalError
          labels={{
            title: t('common.fatal.title'),
            text: t('common.fatal.text'),
            retry: t('common.fatal.button'),
          }}
        >
          <Broken />
        </FatalError>
      </Example>
      <Overlays />
    </>
  );
}

function Broken(): never {
  throw new Error('drawn on purpose');
}

function People() {
  return (
    <Table label={t('common.nav.patients')}>
      <TableHead>
        <TableHeading>{t('common.field.name')}</TableHeading>
        <TableHeading>{t('common.field.status')}</TableHeading>
      </TableHead>
      <TableBody>
        {allStatuses.map((status) => (
          <TableRow key={status} on={status === 'confirmed'}>
            <TableCell place="who">
              <TwoLines first={t('role.patient')} second={t('common.field.phone')} />
            </TableCell>
            <TableCell place="status">
              <StatusPill status={status} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null);
  const close = () => setOpen(null);
  const region = t('common.toast.region');
  return (
    <Example file="overlay/">
      <Menu trigger={<Button kind="out">{t('common.nav.menu')}</Button>}>
        <MenuHeading>{t('role.admin')}</MenuHeading>
        <MenuItem icon={<Pencil size={18} aria-hidden="true" />}>{t('common.action.edit')}</MenuItem>
        <MenuItem disabled>{t('common.action.print')}</MenuItem>
        <MenuRule />
        <MenuItem danger>{t('common.action.delete')}</MenuItem>
      </Menu>
      <Button kind="out" onClick={() => setOpen('dialog')}>
        dialog.tsx
      </Button>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title={t('common.nav.myProfile')}
        description={t('common.field.fullName')}
        closeLabel={t('common.action.close')}
        actions={<Button kind="pri">{t('common.action.save')}</Button>}
      >
        {t('common.logout.failed')}
      </Dialog>
      <Button kind="out" onClick={() => setOpen('confirm')}>
        confirm-dialog.tsx
      </Button>
      <ConfirmDialog
        open={open === 'confirm'}
        title={t('common.action.delete')}
        description={t('common.logout.failed')}
        safeLabel={t('common.action.keep')}
        confirmLabel={t('common.action.delete')}
        closeLabel={t('common.action.close')}
        destructive
        onCancel={close}
        onConfirm={close}
      />
      {(['success', 'error', 'info'] as const).map((kind) => (
        <Button key={kind} kind="out" onClick={() => showToast({ kind, title: t('common.action.copied') })}>
          toast.tsx: {kind}
        </Button>
      ))}
      <ToastArea labels={{ area: `${region} ({hotkey})`, message: region }} />
    </Example>
  );
}
