import CheckIcon from '@mui/icons-material/CheckCircle';
import { Box, ButtonBase, type ButtonProps, FormHelperText, FormLabel } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useInput, useTranslate } from 'react-admin';
import { manualPrintTransitions, needsReason, printOrderActions } from '#contract/printOrder.ts';
import type { PrintOrderStatus } from '#contract/printOrderStates.ts';
import { mayMove } from '#contract/states.ts';
import { line } from '#contract/zod.ts';
import { formatYuan } from '../../../../shared/money.ts';
import { SignedImage } from '../../../../shared/SignedImage.tsx';
import { duration } from '../../../../shared/time.ts';
import { ActionDialog, ReasonInput } from '../../../kit/action/ActionDialog.tsx';
import { ActionButton, RunButton } from '../../../kit/action/buttons.tsx';
import { useInvoke, useRecord, useTexts } from '../../../kit/base/hooks.ts';
import { useNow } from '../../../kit/base/useNow.ts';
import { Quiet } from '../../../kit/field/valueFields.tsx';
import { MessageNotice } from '../../messages/parts.ts';
import type { PrintRecord } from '../printOrder.ts';
import { ShipDialog } from './ShipDialog.tsx';

/** The allowed moves; the most frequent one is emphasised. */
export const PrintActions = () => {
  const invoke = useInvoke();
  const t = useTexts('resources.print-orders.dialog');
  const order = useRecord<PrintRecord>();
  const { id, rev, status, photoCount, batchNo, reprintOf } = order;
  const may = (to: PrintOrderStatus) => mayMove(manualPrintTransitions, status, to);
  const button = (act: string, dialog: ReactNode, props: ButtonProps = {}) => (
    <ActionButton label={t(`${act}.action`)} dialog={dialog} {...props} />
  );
  const move = (to: PrintOrderStatus, act: MoveDialogProps['act'], facts: string) => (
    <MoveDialog to={to} act={act} facts={facts} />
  );
  const first: ButtonProps = { variant: 'contained' };
  return (
    <>
      {may('cancelled') &&
        button('cancelled', move('cancelled', 'cancelled', cancelFacts(order, t)), {
          color: 'error',
        })}
      {may('on_hold') && button('on_hold', <HoldDialog />)}
      {status === 'producing' &&
        button('back', move('confirmed', 'back', t('back.facts', { batchNo })))}
      {(status === 'shipped' || status === 'completed') &&
        !reprintOf &&
        button('reprint', <ReprintDialog />)}
      {status === 'shipped' && button('correct', <ShipDialog />)}
      {status === 'paid' && (
        <RunButton
          {...first}
          label={t('confirmed.action')}
          run={() =>
            invoke('adminPrintOrder', 'updatePrintOrderStatus', { id, rev, status: 'confirmed' })
          }
          done={t('confirmed.done')}
        />
      )}
      {may('producing') &&
        button(
          'producing',
          move('producing', 'producing', t('producing.facts', { count: photoCount })),
          first,
        )}
      {status === 'on_hold' && button('resume', <ResumeDialog />, first)}
      {status === 'producing' && button('ship', <ShipDialog />, first)}
      {may('completed') &&
        button('completed', move('completed', 'completed', t('completed.facts')), first)}
    </>
  );
};

const cancelFacts = (
  { status, reprintOf, payFen }: PrintRecord,
  t: (key: string, values?: object) => string,
) => {
  if (reprintOf) return t('cancelled.free');
  return status === 'pending'
    ? t('cancelled.unpaid')
    : t('cancelled.paid', { amount: formatYuan(payFen) });
};

const ResumeDialog = () => {
  const invoke = useInvoke();
  const now = useNow();
  const { id, rev, printNo, hold } = useRecord<PrintRecord>();
  return (
    <ActionDialog
      texts="resources.print-orders.dialog.resume"
      values={{ no: printNo, time: duration(now - (hold?.time ?? now)) }}
      fields={{ reason: line(200).min(1) }}
      defaults={{ reason: '' }}
      run={input => invoke('adminPrintOrder', 'resumePrintOrder', { id, rev, ...input })}
    />
  );
};

/** Asks the user for other photos. */
const HoldDialog = () => {
  const invoke = useInvoke();
  const { id, rev, items, openid } = useRecord<PrintRecord>();
  const soft = items.flatMap(({ lowRes }, at) => (lowRes ? [at] : []));
  const { itemIndexes, reason } = printOrderActions.holdPrintOrder.input.shape;
  return (
    <ActionDialog
      texts="resources.print-orders.dialog.on_hold"
      fields={{ itemIndexes, reason }}
      defaults={{ itemIndexes: items.length === 1 ? [0] : soft, reason: '' }}
      run={input => invoke('adminPrintOrder', 'holdPrintOrder', { ...input, id, rev })}
    >
      <PhotosInput label="resources.print-orders.dialog.on_hold.photos" items={items} />
      <ReasonInput />
      <MessageNotice event="printHold" openid={openid} />
    </ActionDialog>
  );
};

/** Prints some photos again, free of charge. */
const ReprintDialog = () => {
  const t = useTexts('resources.print-orders.dialog.reprint');
  const invoke = useInvoke();
  const { id, items, reprintIds } = useRecord<PrintRecord>();
  const { itemIndexes, reason } = printOrderActions.createReprint.input.shape;
  return (
    <ActionDialog
      texts="resources.print-orders.dialog.reprint"
      values={{ count: reprintIds.length }}
      fields={{ itemIndexes, reason }}
      defaults={{ itemIndexes: items.length === 1 ? [0] : [], reason: '' }}
      run={(input, idemKey) =>
        invoke('adminPrintOrder', 'createReprint', { ...input, id, idemKey })
      }
      done={({ printNo }) => t('done', { no: printNo })}
    >
      <PhotosInput label="resources.print-orders.dialog.reprint.photos" items={items} />
      <ReasonInput />
    </ActionDialog>
  );
};

interface MoveDialogProps {
  to: PrintOrderStatus;
  /** The key of its texts. */
  act: 'producing' | 'completed' | 'back' | 'cancelled';
  facts: ReactNode;
}

/** A move to another state, confirmed with its effect, and with a reason if one is required. */
const MoveDialog = ({ to, act, facts }: MoveDialogProps) => {
  const invoke = useInvoke();
  const { id, rev, printNo, status } = useRecord<PrintRecord>();
  const asks = needsReason(status, to) && (act === 'back' || act === 'cancelled');
  return (
    <ActionDialog
      texts={`resources.print-orders.dialog.${act}`}
      values={{ no: printNo }}
      facts={facts}
      fields={asks ? { reason: line(200).min(1) } : {}}
      defaults={asks ? { reason: '' } : {}}
      danger={act === 'cancelled'}
      run={input =>
        invoke('adminPrintOrder', 'updatePrintOrderStatus', { id, rev, status: to, ...input })
      }
    />
  );
};

interface PhotosInputProps {
  label: string;
  /** Of the page's record, which is not the form's. */
  items: PrintRecord['items'];
}

/** Which of a print order's photos; held as their places. */
const PhotosInput = ({ label, items }: PhotosInputProps) => {
  const translate = useTranslate();
  const id = useId();
  const { field, fieldState } = useInput<number[]>({ source: 'itemIndexes' });
  const chosen = (field.value as number[] | undefined) ?? [];
  const toggle = (at: number) =>
    field.onChange(
      chosen.includes(at) ? chosen.filter(other => other !== at) : [...chosen, at].sort(byPlace),
    );
  return (
    <Box role="group" aria-labelledby={id} sx={{ mb: 1.5 }}>
      <FormLabel id={id} sx={{ display: 'block', mb: 0.75, fontSize: '0.8125rem' }}>
        {translate(label)}
      </FormLabel>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, maxHeight: 260, overflowY: 'auto' }}>
        {items.map(({ filePath, sizeSnap }, at) => {
          const on = chosen.includes(at);
          return (
            <ButtonBase
              key={at}
              role="checkbox"
              aria-checked={on}
              aria-label={translate('resources.print-orders.photo.choose', { n: at + 1 })}
              onClick={() => toggle(at)}
              sx={{
                position: 'relative',
                flexDirection: 'column',
                width: 76,
                p: 0.5,
                gap: 0.25,
                borderRadius: 1,
                border: 1,
                borderColor: on ? 'primary.main' : 'divider',
                boxShadow: theme => (on ? `0 0 0 1px ${theme.palette.primary.main}` : 'none'),
              }}
            >
              <SignedImage src={filePath} width={66} height={66} />
              <Quiet component="span" tiny>
                {at + 1} · {sizeSnap.name}
              </Quiet>
              {on && (
                <CheckIcon
                  color="primary"
                  sx={{
                    position: 'absolute',
                    top: 2,
                    right: 2,
                    fontSize: 20,
                    bgcolor: 'background.paper',
                    borderRadius: '50%',
                  }}
                />
              )}
            </ButtonBase>
          );
        })}
      </Box>
      {fieldState.error?.message && (
        <FormHelperText error>{fieldState.error.message}</FormHelperText>
      )}
    </Box>
  );
};

const byPlace = (a: number, b: number) => a - b;
