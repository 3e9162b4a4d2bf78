import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { changeService, deleteService, listServices, type Service } from '#shared/contract/services.ts';
import { sendChange, useChange } from '#web/api/changes.ts';
import { ApiError, getErrorMessage } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { pickLanguage, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ServiceIcon } from '#web/ui/drawings/service-icon.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { Petal } from '#web/ui/petal.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { StillOpenLinks } from '#web/ui/still-open-links.tsx';
import { useDraftText } from './editor-language.ts';
import { EditorPreview } from './editor-preview.tsx';
import { ServiceDialog } from './editor-service-dialog.tsx';

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;
const showServiceError = (error: unknown) =>
  showToast({ kind: 'error', title: t('admin.homepage.saveFailed'), description: (error as Error).message });

/** Services of the clinic: every change is saved and public at once. */
export function EditorServices() {
  const { data: services, error } = useRead(listServices);
  const remove = useChange(deleteService, { untilRead: true });
  const [edited, setEdited] = useState<Service | 'new' | null>(null);
  const [doomed, setDoomed] = useState<Service | null>(null);
  /** Why the service could not be deleted. */
  const [kept, setKept] = useState<unknown>(null);
  const [moving, setMoving] = useState(false);

  async function move(from: number, to: number) {
    if (!services || moving) return;
    const order = [...services];
    order.splice(to, 0, ...order.splice(from, 1));
    setMoving(true);
    try {
      for (const [position, { id, position: before, version }] of order.entries())
        if (position !== before)
          await sendChange(
            changeService,
            { params: { id }, body: { position, version } },
            { untilRead: true },
          );
    } catch (problem) {
      showServiceError(problem);
    } finally {
      setMoving(false);
    }
  }
  async function withdraw(service: Service) {
    try {
      await remove.mutateAsync({ params: { id: service.id } });
      showToast({
        kind: 'success',
        title: t('admin.service.deletedTitle'),
        description: pickLanguage(service.name, service.nameAr),
      });
      setDoomed(null);
    } catch (problem) {
      setKept(problem);
    }
  }
  const ask = (service: Service | null) => {
    setKept(null);
    setDoomed(service);
  };
  if (error) return <EmptyState title={t('common.state.loadFailed')}>{error.message}</EmptyState>;
  if (!services) {
    return (
      <LoadingRegion label={t('common.state.loading')}>
        <Skeleton className="h-96" />
      </LoadingRegion>
    );
  }
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
      <Card className="grid min-w-0 gap-4 p-4 sm:p-6">
        <p className="text-small text-ink-2">{t('admin.service.text')}</p>
        {services.length === 0 && <EmptyState title={t('admin.service.none')} />}
        <ol aria-busy={moving} className="grid">
          {services.map((service, at) => (
            <ServiceRow
              key={service.id}
              service={service}
              first={at === 0}
              last={at === services.length - 1}
              onUp={() => void move(at, at - 1)}
              onDown={() => void move(at, at + 1)}
              onEdit={() => setEdited(service)}
              onDelete={() => ask(service)}
            />
          ))}
        </ol>
        <Button
          className="justify-self-start max-sm:w-full"
          icon={<Plus {...icon} />}
          onClick={() => setEdited('new')}
        >
          {t('admin.homepage.addService')}
        </Button>
      </Card>
      <EditorPreview>
        <ServicesDraft services={services} />
      </EditorPreview>
      {edited && (
        <ServiceDialog
          service={edited === 'new' ? null : edited}
          position={services.length}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        open={doomed !== null}
        title={t('admin.homepage.deleteServiceTitle', {
          name: doomed ? pickLanguage(doomed.name, doomed.nameAr) : '',
        })}
        description={t('admin.homepage.deleteServiceText')}
        safeLabel={t('common.action.keep')}
        confirmLabel={t('common.action.delete')}
        busyLabel={t('common.action.deleting')}
        busy={remove.isPending}
        closeLabel={t('common.action.close')}
        onCancel={() => ask(null)}
        onConfirm={() => doomed && void withdraw(doomed)}
      >
        {kept !== null && (
          <Notice kind="danger" live title={t('admin.service.deleteFailed')}>
            <p>{getErrorMessage(kept, t('error.unknown'))}</p>
            {kept instanceof ApiError && kept.code === 'still_open' && (
              <StillOpenLinks filter={`service=${doomed?.id}`} />
            )}
          </Notice>
        )}
      </ConfirmDialog>
    </div>
  );
}

interface ServiceRowProps {
  service: Service;
  first: boolean;
  last: boolean;
  onUp(): void;
  onDown(): void;
  onEdit(): void;
  onDelete(): void;
}

function ServiceRow({ service, first, last, onUp, onDown, onEdit, onDelete }: ServiceRowProps) {
  const title = pickLanguage(service.name, service.nameAr);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2 first:border-t-0">
      <ServiceIcon name={service.icon ?? 'clinic'} className="text-brand" />
      <span className="min-w-0 flex-1">
        <b className="block text-ui leading-[1.35]">{title}</b>
        <small className="text-xs text-ink-2">
          {t('common.time.minutes', { n: service.durationMinutes })}
        </small>
      </span>
      <span className="flex max-sm:w-full max-sm:justify-end">
        <IconButton label={t('admin.homepage.moveUp', { title })} disabled={first} onClick={onUp}>
          <ArrowUp {...icon} />
        </IconButton>
        <IconButton label={t('admin.homepage.moveDown', { title })} disabled={last} onClick={onDown}>
          <ArrowDown {...icon} />
        </IconButton>
        <IconButton label={t('admin.service.editNamed', { name: title })} onClick={onEdit}>
          <Pencil {...icon} />
        </IconButton>
        <IconButton label={t('admin.service.deleteNamed', { name: title })} onClick={onDelete}>
          <Trash2 {...icon} />
        </IconButton>
      </span>
    </li>
  );
}

function ServicesDraft({ services }: { services: readonly Service[] }) {
  const say = useDraftText();
  return (
    <ul className="grid gap-px overflow-hidden rounded-panel border border-line bg-line sm:grid-cols-2">
      {services.map((service) => (
        <li key={service.id} className="grid content-start gap-2 bg-surface p-5">
          <Petal>
            <ServiceIcon name={service.icon ?? 'clinic'} />
          </Petal>
          <b>{say(service.name, service.nameAr)}</b>
          <span className="text-small text-ink-2">{say(service.description, service.descriptionAr)}</span>
        </li>
      ))}
    </ul>
  );
}
