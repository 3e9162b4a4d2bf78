import { MailOpen, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { listSentMessages, resendMessage, type SentMessage } from '#shared/contract/logs.ts';
import { formatInstant } from '#shared/domain/format-time.ts';
import { useChange } from '#web/api/changes.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Menu, MenuItem } from '#web/ui/overlay/menu.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow, TwoLines } from '#web/ui/table.tsx';
import type { LogFilters } from './log-filters.ts';
import { LogList } from './log-list.tsx';
import { MessageState } from './message-state.tsx';

const getRecipientName = ({ recipient, address }: SentMessage): string =>
  recipient ?? address ?? t('logs.unknownPerson');
const getMessageTitle = ({ subject, template }: SentMessage): string => subject ?? template;

/**
 * Messages sent, waiting or held back; their text can be read and they can be sent again until they are out of date.
 */
export function MessagesLog({ filters }: { filters: LogFilters }) {
  const [read, setRead] = useState<SentMessage | null>(null);
  const resend = useChange(resendMessage, { untilRead: true });
  async function sendAgain(message: SentMessage) {
    try {
      await resend.mutateAsync({ params: { messageId: message.id } });
      showToast({ kind: 'success', title: t('logs.message.sentAgain') });
      setRead(null);
    } catch (error) {
      showToast({
        kind: 'error',
        title: t('logs.message.sendAgainFailed'),
        description: (error as Error).message,
      });
    }
  }
  return (
    <>
      <LogList<SentMessage> spec={listSentMessages} filters={filters}>
        {(messages) => (
          <Table label={t('logs.tab.messages')}>
            <TableHead>
              <TableHeading>{t('logs.column.recipient')}</TableHeading>
              <TableHeading>{t('logs.column.subject')}</TableHeading>
              <TableHeading>{t('logs.column.channel')}</TableHeading>
              <TableHeading>{t('logs.column.when')}</TableHeading>
              <TableHeading>{t('logs.column.state')}</TableHeading>
              <TableHeading>
                <span className="sr-only">{t('common.field.actions')}</span>
              </TableHeading>
            </TableHead>
            <TableBody>
              {messages.map((message) => (
                <MessageRow
                  key={message.id}
                  message={message}
                  onRead={() => setRead(message)}
                  onSendAgain={() => void sendAgain(message)}
                />
              ))}
            </TableBody>
          </Table>
        )}
      </LogList>
      {read && (
        <MessageDialog
          message={read}
          busy={resend.isPending}
          onSendAgain={() => void sendAgain(read)}
          onClose={() => setRead(null)}
        />
      )}
    </>
  );
}

function MessageRow({
  message,
  onRead,
  onSendAgain,
}: {
  message: SentMessage;
  onRead(): void;
  onSendAgain(): void;
}) {
  const name = getRecipientName(message);
  return (
    <TableRow>
      <TableCell place="who">
        <TwoLines
          first={name}
          second={
            message.address && message.recipient ? (
              <span className="ltr break-all">{message.address}</span>
            ) : undefined
          }
        />
      </TableCell>
      <TableCell>{getMessageTitle(message)}</TableCell>
      <TableCell place="meta">{t(`common.notifications.channel.${message.channel}`)}</TableCell>
      <TableCell>
        <TwoLines
          strong={false}
          first={formatInstant(currentLang(), message.createdAt)}
          second={message.attempts > 0 ? t('logs.attempts', { n: message.attempts }) : undefined}
        />
      </TableCell>
      <TableCell place="status">
        <MessageState state={message.state} />
      </TableCell>
      <TableCell place="actions">
        <Menu trigger={<MoreButton name={name} />}>
          <MenuItem icon={<MailOpen size={18} strokeWidth={1.7} aria-hidden="true" />} onSelect={onRead}>
            {t('logs.message.show')}
          </MenuItem>
          <MenuItem
            icon={<RotateCw size={18} strokeWidth={1.7} aria-hidden="true" />}
            disabled={!message.canSendAgain}
            onSelect={onSendAgain}
          >
            {t('logs.message.sendAgain')}
          </MenuItem>
        </Menu>
      </TableCell>
    </TableRow>
  );
}

interface MessageDialogProps {
  message: SentMessage;
  busy: boolean;
  onSendAgain(): void;
  onClose(): void;
}

function MessageDialog({ message, busy, onSendAgain, onClose }: MessageDialogProps) {
  const lang = currentLang();
  const hasEnded = message.state === 'sent' || message.state === 'skipped';
  return (
    <Dialog
      open
      size="md"
      onClose={onClose}
      title={getMessageTitle(message)}
      description={joinWithComma(
        getRecipientName(message),
        t(`common.notifications.channel.${message.channel}`),
        formatInstant(lang, message.createdAt),
      )}
      closeLabel={t('common.action.close')}
      actions={
        <>
          <Button kind="out" onClick={onClose}>
            {t('common.action.close')}
          </Button>
          {message.canSendAgain && (
            <Button busy={busy} busyLabel={t('common.action.sending')} onClick={onSendAgain}>
              {t('logs.message.sendAgain')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-3 text-small text-ink-2">
        <MessageState state={message.state} />
        {message.attempts > 0 && t('logs.attempts', { n: message.attempts })}
        {message.doneAt && (
          <span>{t('logs.message.doneAt', { when: formatInstant(lang, message.doneAt) })}</span>
        )}
      </div>
      {message.state === 'kept' && <Notice>{t('logs.state.keptHint')}</Notice>}
      {message.error && (
        <Notice kind="danger" title={t('logs.column.error')}>
          <span dir="auto" className="wrap-anywhere">
            {message.error}
          </span>
        </Notice>
      )}
      {message.body ? (
        <p
          dir="auto"
          className="rounded-item bg-tint p-4 text-ui leading-body wrap-anywhere whitespace-pre-line"
        >
          {message.body}
        </p>
      ) : (
        <p className="text-ui text-ink-2">{t(hasEnded ? 'logs.message.erased' : 'logs.message.none')}</p>
      )}
    </Dialog>
  );
}
