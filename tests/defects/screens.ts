import type { Defect } from './defect.ts';

const templateForm = 'tests/screens/templateForm.test.tsx';
const templateList = 'tests/screens/templateList.test.tsx';
const listFilters = 'tests/screens/listFilters.test.tsx';
const keywordForm = 'tests/screens/keywordForm.test.tsx';
const session = 'tests/screens/session.test.tsx';
const orderPage = 'tests/screens/orderPage.test.tsx';
const visitor = 'tests/screens/visitor.test.tsx';
const startUp = 'tests/startUp/main.test.tsx';
const everyRoute = 'tests/e2e/everyRoute.spec.ts';
const shell = 'tests/e2e/shell.spec.ts';

const recordForm = 'src/admin/kit/form/RecordForm.tsx';
const actionDialog = 'src/admin/kit/action/ActionDialog.tsx';

/** What people see, in jsdom. */
const inComponents: Defect[] = [
  {
    says: 'The templates of the home page wait for the sign-in.',
    file: 'src/main.tsx',
    find: 'readAhead(visit, location);',
    replace: 'await session;\n    readAhead(visit, location);',
    caughtBy: startUp,
    title: 'beside the sign-in',
  },
  {
    says: 'A record is deleted without a question.',
    file: 'src/admin/kit/action/DeleteRecordButton.tsx',
    find: 'onClick={start}',
    replace: 'onClick={start && confirm}',
    caughtBy: templateList,
    title: 'refuses to delete a category in use',
  },
  {
    says: 'Signing out does not ask.',
    file: 'src/admin/shell/LogoutDialog.tsx',
    find: '<Button onClick={onCancel}>',
    replace: "<Button onClick={() => leave('loggedOut')}>",
    caughtBy: session,
    title: 'signing out on purpose',
  },
  {
    says: 'A conflict is shown as a failure only.',
    file: recordForm,
    find: 'body?.code === codes.conflict && body.current && base',
    replace: 'body?.code === codes.notFound && body.current && base',
    caughtBy: templateForm,
    title: 'two people',
  },
  {
    says: 'A merge loses what others have written.',
    file: 'src/admin/kit/form/mergeVersions.ts',
    find: '...theirs,\n  ...Object',
    replace: '...theirs,\n  ...mine,\n  ...Object',
    caughtBy: 'tests/screens/forms.test.ts',
  },
  {
    says: 'A page with unsaved changes is left without a question.',
    file: recordForm,
    find: 'warnWhenUnsavedChanges\n',
    replace: '\n',
    caughtBy: keywordForm,
    title: 'unsaved changes',
  },
  {
    says: 'The sentence about a field is not shown beside it.',
    file: recordForm,
    find: 'return errors && Object.keys(errors).length > 0',
    replace: 'return errors && Object.keys(errors).length > 100',
    caughtBy: keywordForm,
    title: 'a category',
  },
  {
    says: 'A form does not know the rules of the contract.',
    file: 'src/admin/kit/form/zodValidation.ts',
    find: 'if (success) return {};',
    replace: 'if (success || error) return {};',
    caughtBy: templateForm,
    title: 'creating a template',
  },
  {
    says: 'Every attempt to create has another key.',
    file: 'src/admin/kit/form/RecordCreate.tsx',
    find: 'mutationOptions={{ meta: { idemKey } }}',
    replace: 'mutationOptions={{ meta: { idemKey: idemKey && undefined } }}',
    caughtBy: templateForm,
    title: 'creating a template',
  },
  {
    says: 'What is typed during a save is lost.',
    file: 'src/admin/kit/form/FormTyping.tsx',
    find: 'if (saving.current && name)',
    replace: 'if (!saving.current && name)',
    caughtBy: templateForm,
    title: 'keeps what is typed while a save',
  },
  {
    says: 'A draft is not offered after a reload.',
    file: 'src/admin/kit/form/FormDraft.tsx',
    find: 'useState<Draft | null>(() => readDraft(draftKey))',
    replace: 'useState<Draft | null>(() => readDraft(draftKey) && null)',
    caughtBy: templateForm,
    title: 'offers a draft',
  },
  {
    says: 'Ctrl-S does not save.',
    file: 'src/admin/kit/form/SaveBar.tsx',
    find: "event.key.toLowerCase() !== 's'",
    replace: "event.key.toLowerCase() !== 'q'",
    caughtBy: templateForm,
    title: 'editing a template',
  },
  {
    says: 'A large refund is not typed a second time.',
    file: actionDialog,
    find: '(wanted !== undefined && word.trim() !== wanted)',
    replace: "(wanted !== undefined && word.trim() === 'never')",
    caughtBy: orderPage,
    title: 'asks for a large amount',
  },
  {
    says: 'A refund whose outcome is unknown is sent as another one.',
    file: actionDialog,
    find: 'if (body) idemKey.current',
    replace: 'if (error) idemKey.current',
    caughtBy: orderPage,
    title: 'keeps its key',
  },
  {
    says: 'A column of a list shows its key instead of its label.',
    file: 'src/admin/resources/templates/TemplateList.tsx',
    find: 'templateEngines[engine].label',
    replace: 'engine',
    caughtBy: templateList,
    title: 'shows name, category',
  },
  {
    says: 'A state has another label.',
    file: 'contract/template.ts',
    find: "label: '已上线'",
    replace: "label: '进行中'",
    caughtBy: templateList,
    title: 'shows name, category',
  },
  {
    says: 'A failed load looks like an empty list.',
    file: 'src/admin/kit/list/ListBody.tsx',
    find: 'if (error && !data) return <ListFailed />;',
    replace: 'if (error && !data) return <ListEmpty />;',
    caughtBy: templateList,
    title: 'distinguishes a failed load',
  },
  {
    says: 'A refused switch stays where it was put.',
    file: 'src/admin/kit/list/RecommendSwitch.tsx',
    find: "onError: error => notify((error as Error).message, { type: 'error' }),",
    replace: '',
    caughtBy: templateList,
    title: 'moves the recommended switch',
  },
  {
    says: 'A search is sent while an input method is composing.',
    file: 'src/admin/kit/list/SearchInput.tsx',
    find: 'if (!isComposing()) later(target.value);',
    replace: 'later(target.value);',
    caughtBy: templateList,
    title: 'searches after a pause',
  },
  {
    says: 'A filter of a list starts from those rendered instead of those asked for last.',
    file: 'src/admin/kit/list/ListFilters.tsx',
    find: 'askedRef.current ?? (filterValues as Filters)',
    replace: 'filterValues as Filters',
    caughtBy: listFilters,
    title: 'keeps',
  },
  {
    says: 'A list lags behind its address.',
    file: 'src/admin/shell/routerProvider.ts',
    find: 'flushSync(() => navigate(to, options))',
    replace: 'navigate(to, options)',
    caughtBy: listFilters,
    title: 'when a sorting is chosen',
  },
  {
    says: 'Clearing the filters leaves what is being typed.',
    file: 'src/admin/kit/list/RecordList.tsx',
    find: '<Fragment key={clears}>',
    replace: '<Fragment key={clears && 0}>',
    caughtBy: listFilters,
    title: 'clears what is being typed',
  },
  {
    says: 'An entry of the menu is missing.',
    file: 'src/admin/resources/images/index.ts',
    find: "section: '/images',",
    replace: '',
    caughtBy: 'tests/screens/layout.test.tsx',
  },
  {
    says: 'A page has no title of its own.',
    file: 'src/admin/shell/layout/AppLayout.tsx',
    find: 'title ? texts.pageTitle(title) : texts.defaultPageTitle',
    replace: 'texts.defaultPageTitle',
    caughtBy: 'tests/screens/titles.test.tsx',
  },
  {
    says: 'The cookie stays after signing out.',
    file: 'authProvider/session.ts',
    find: 'Cookies.remove(ADMIN_TOKEN_COOKIE, attributes);',
    replace: '',
    caughtBy: session,
    title: 'signing out on purpose',
  },
  {
    says: 'A ticket that the platform refuses leaves a session behind.',
    file: 'authProvider/signIn.ts',
    find: 'endSession(invoke, platform);',
    replace: '',
    caughtBy: 'tests/screens/signInPage.test.tsx',
  },
  {
    says: 'Lists load pictures in their full size.',
    file: 'src/shared/imageStyle.ts',
    find: "isGenerated(src, styles) ? 'resultthumbnail' : 'thumbnail'",
    replace: "'original'",
    caughtBy: 'tests/screens/signedImage.test.tsx',
  },
  {
    says: 'An import of a workflow does not say which inputs it no longer fits.',
    file: 'src/admin/resources/templates/workflow/WorkflowImport.tsx',
    find: '{misfits > 0 && <Alert',
    replace: '{misfits > 1_000 && <Alert',
    caughtBy: 'tests/screens/templateWorkflow.test.tsx',
    title: 'imported again',
  },
  {
    says: 'A template is shown twice.',
    file: 'src/visitor/pagedList.ts',
    find: ': here).filter(({ _id }) => !known.has(_id))',
    replace: ': here).filter(() => known !== null)',
    caughtBy: visitor,
    title: 'no template twice',
  },
];

/** What only a browser shows; each needs a build. */
const inBrowser: Defect[] = [
  {
    says: 'A page is wider than a phone.',
    file: 'src/admin/shell/layout/AppLayout.tsx',
    find: 'minWidth: 0,',
    replace: 'minWidth: 480,',
    caughtBy: everyRoute,
    pages: '/admin/keywords/create',
  },
  {
    says: 'Text is too pale to be read.',
    file: 'src/admin/kit/theme/palettes.ts',
    find: "secondary: '#62626b'",
    replace: "secondary: '#b4b4bb'",
    caughtBy: everyRoute,
    pages: '/admin/keywords/create',
  },
  {
    says: 'Text is too dark to be read in the dark.',
    file: 'src/admin/kit/theme/palettes.ts',
    find: "secondary: '#a3a3ad', disabled",
    replace: "secondary: '#4a4a52', disabled",
    caughtBy: everyRoute,
    pages: '/admin/keywords/create',
  },
  {
    says: 'A button has no name for screen readers.',
    file: 'src/admin/shell/layout/TopBar.tsx',
    find: '<IconButton aria-label={label} onClick={toggle}>',
    replace: '<IconButton aria-label="" onClick={toggle}>',
    caughtBy: everyRoute,
    pages: '/admin/keywords/create',
  },
  {
    says: 'Nobody sees where the focus is.',
    file: 'src/admin/kit/theme/components.ts',
    find: "'&.Mui-focusVisible': {\n          outline: `2px solid ${theme.palette.primary.main}`",
    replace:
      "'&.Mui-focusVisible': {\n          outline: `0px solid ${theme.palette.primary.main}`",
    caughtBy: shell,
    title: 'works with the keyboard',
  },
  {
    says: 'A page has the title of another page.',
    file: 'src/admin/shell/pages.ts',
    find: "title: 'app.pages.password',",
    replace: "title: 'app.pages.profile',",
    caughtBy: 'tests/screens/titles.test.tsx',
    title: 'the title of a page',
  },
  {
    says: 'The home page of visitors loads the application of administrators.',
    file: 'src/visitor/HomePage.tsx',
    find: "import { visitor } from '#i18n/zh/visitor.ts';",
    replace:
      "import * as everything from '@mui/material';\nimport { visitor } from '#i18n/zh/visitor.ts';\nconsole.debug(everything);",
    caughtBy: shell,
    title: 'what visitors load',
  },
  {
    says: 'A dialog takes the photos from its own form, which has no record.',
    file: 'src/admin/resources/print-orders/actions/PrintActions.tsx',
    find: '<PhotosInput label="resources.print-orders.dialog.on_hold.photos" items={items} />',
    replace:
      '<PhotosInput label="resources.print-orders.dialog.on_hold.photos" items={undefined as never} />',
    caughtBy: 'tests/e2e/printOrders.spec.ts',
    title: 'is held, resumed',
  },
];

export const screens: Defect[] = [...inComponents, ...inBrowser];
