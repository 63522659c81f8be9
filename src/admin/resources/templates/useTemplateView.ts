import { useStore } from 'react-admin';

export type TemplateView = 'table' | 'grid';

/** How this browser shows templates. */
export const useTemplateView = () => useStore<TemplateView>('templates.view', 'table');
