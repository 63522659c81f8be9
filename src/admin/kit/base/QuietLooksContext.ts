import { createContext } from 'react';
import { createQuietLooks } from '#dataProvider/quietLooks.ts';

export const QuietLooksContext = createContext(createQuietLooks());
