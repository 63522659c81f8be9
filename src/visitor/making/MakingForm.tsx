import { type FormEvent, useEffect, useState } from 'react';
import { isPhotoInput } from '#contract/inputProblem.ts';
import type { PublicPreset, PublicTemplate } from '#contract/visitor.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { making } from '#i18n/zh/visitor/making.ts';
import { keyedRequest } from '../../shared/requestKey.ts';
import { useSystemSettings } from '../../shared/settings.ts';
import { SignedImage } from '../../shared/SignedImage.tsx';
import { useStore } from '../../shared/store.ts';
import { goTo, taskAddress } from '../location.ts';
import { createUploadPhoto } from '../photos/uploadPhoto.ts';
import { useAgreement } from '../photos/useAgreement.tsx';
import { BuyDialog, type BuyDialogProps } from './BuyDialog.tsx';
import { type Draft, keepDraft, readDraft } from './draft.ts';
import { chosenPreset, initialValue, openInputs, problemsOf, taskInputsOf } from './fields.ts';
import { InputField } from './InputField.tsx';
import { PhotoField } from './PhotoField.tsx';
import { createPhotoUploads } from './photoUploads.ts';
import { StartBar } from './StartBar.tsx';
import { buyFailure, type CreateFailure, useCreateTask } from './useCreateTask.ts';
import { useQuote } from './useQuote.ts';
import '../fields.css';
import './making.css';

export interface MakingFormProps {
  invoke: Invoke;
  template: PublicTemplate;
  presets: PublicPreset[];
}

const noFailure: CreateFailure = { message: '', fields: {} };

/** What the template needs, and the button that starts a task. */
export const MakingForm = ({ invoke, template, presets }: MakingFormProps) => {
  const templateId = template._id;
  const [kept, setKept] = useState(() => readDraft(templateId));
  const { agree, consenting, dialog } = useAgreement(invoke);
  const [uploads] = useState(() =>
    createPhotoUploads(kept.photos, createUploadPhoto(invoke, agree)),
  );
  const photos = useStore(uploads);
  useEffect(() => () => uploads.dispose(), [uploads]);

  const preset = chosenPreset(presets, kept.presetId);
  const presetId = preset?._id ?? '';
  const inputs = openInputs(template.inputs, preset);
  const { maintenance, closed } = useSystemSettings().site;
  const { quote, refusal, failed, ask } = useQuote(invoke, templateId, presetId);
  const { sending, create } = useCreateTask(invoke, consenting);
  const [failure, setFailure] = useState(noFailure);
  const costCredits = failure.costCredits ?? quote?.costCredits ?? template.costCredits;

  const stored = Object.entries(photos).map(([key, list]) => [
    key,
    list.filter(({ filePath }) => filePath).map(({ filePath }) => ({ filePath })),
  ]);
  const draft: Draft = { ...kept, photos: Object.fromEntries(stored) };
  const asText = JSON.stringify(draft);
  useEffect(() => keepDraft(templateId, JSON.parse(asText) as Draft), [templateId, asText]);

  const clear = (key: string) =>
    setFailure(({ fields: { [key]: _gone, ...fields }, ...rest }) => ({ ...rest, fields }));
  const change = (key: string, value: string | boolean) => {
    setKept(last => ({ ...last, values: { ...last.values, [key]: value } }));
    clear(key);
  };

  const show = (failed: CreateFailure) => {
    setFailure(failed);
    const first = inputs.find(({ key }) => failed.fields[key]);
    const field =
      first &&
      (document.getElementById(`field-${first.key}`) ??
        // The buttons of a photo that is there.
        document.querySelector<HTMLElement>(`#group-${first.key} button`));
    field?.focus();
    field?.scrollIntoView?.({ block: 'center' });
  };

  const isUploading = inputs.some(({ key }) => photos[key]?.some(one => one.state === 'sending'));

  /** What is to be made; null where something is missing, which is shown. */
  const filledIn = () => {
    if (isUploading) return null;
    const fields = problemsOf(inputs, draft);
    const wrong = inputs.find(({ key }) => fields[key]);
    if (wrong) {
      const isPhotoMissing = isPhotoInput(wrong) && !photos[wrong.key]?.length;
      const message = isPhotoMissing ? making.photoFirst : making.checkField(wrong.label);
      show({ ...failure, message, fields });
      return null;
    }
    setFailure({ ...failure, message: '', fields: {} });
    return { ...(presetId && { presetId }), inputs: taskInputsOf(inputs, draft) };
  };

  const [bought, setBought] = useState<BuyDialogProps['wish'] | null>(null);
  const priceFen = (quote ? quote.priceFen : template.priceFen) || null;
  const buy = () => {
    const what = filledIn();
    if (what) setBought({ templateId, ...what });
  };
  /** Beside the inputs, or that there is another price now. */
  const takeFailure = (failed: unknown): boolean => {
    void ask();
    const shown = buyFailure(failed);
    if (shown) show(shown);
    return shown !== null;
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const what = filledIn();
    if (!what) return;
    const sent = keyedRequest(what, kept.sent);
    setKept({ ...kept, sent });
    // Stored before it is sent: a reloaded page asks with the same key.
    keepDraft(templateId, { ...draft, sent });
    const wish = {
      ...what,
      templateId,
      expectCredits: costCredits,
      idemKey: sent.key,
    };
    void create(wish, {
      onCreated: (id, left) => {
        const { sent: _done, ...rest } = draft;
        keepDraft(templateId, rest);
        setKept(rest);
        if (!left) goTo(taskAddress(id));
      },
      onFailed: failed => {
        show(failed);
        void ask();
      },
    });
  };

  return (
    <form className="making" aria-label={making.title} noValidate onSubmit={submit}>
      {presets.length > 0 && (
        <PresetChips
          presets={presets}
          chosen={presetId}
          onChoose={chosen => {
            setKept({ ...kept, presetId: chosen });
            setFailure(noFailure);
          }}
        />
      )}
      {inputs.map(input =>
        isPhotoInput(input) ? (
          <PhotoField
            key={input.key}
            input={input}
            photos={photos[input.key] ?? []}
            uploads={uploads}
            error={failure.fields[input.key]}
          />
        ) : (
          <InputField
            key={input.key}
            input={input}
            value={kept.values[input.key] ?? initialValue(input)}
            error={failure.fields[input.key]}
            onChange={value => change(input.key, value)}
          />
        ),
      )}
      <StartBar
        quote={quote}
        usualCost={template.costCredits}
        costCredits={costCredits}
        refusal={refusal || (quote ? '' : (maintenance ?? closed ?? ''))}
        failed={failed}
        message={failure.message}
        state={sending ? 'sending' : isUploading ? 'uploading' : 'ready'}
        isSuspended={template.suspended}
        priceFen={priceFen}
        onBuy={buy}
      />
      {bought && priceFen !== null && (
        <BuyDialog
          invoke={invoke}
          consenting={consenting}
          name={template.name}
          priceFen={priceFen}
          wish={bought}
          onFailed={takeFailure}
          onClose={() => setBought(null)}
        />
      )}
      {dialog}
    </form>
  );
};

interface PresetChipsProps {
  presets: PublicPreset[];
  /** '' for none. */
  chosen: string;
  onChoose: (presetId: string) => void;
}

const PresetChips = ({ presets, chosen, onChoose }: PresetChipsProps) => {
  const hasCovers = presets.some(({ coverImage }) => coverImage !== '');
  const choices = [...presets, { _id: '', name: making.noPreset, coverImage: '' }];
  return (
    <fieldset className="entry">
      <legend>{making.preset}</legend>
      <div className={hasCovers ? 'presets' : 'chips'}>
        {choices.map(({ _id, name, coverImage }) => (
          <label key={_id} className={hasCovers ? 'preset' : 'chip'}>
            <input
              type="radio"
              // No key of an input.
              name="-preset"
              value={_id}
              checked={chosen === _id}
              onChange={() => onChoose(_id)}
            />
            {hasCovers && (
              <span className="preset-cover" aria-hidden="true">
                <SignedImage src={coverImage} className="fill" />
              </span>
            )}
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};
