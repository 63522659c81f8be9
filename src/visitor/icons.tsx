import type { ReactNode } from 'react';

const Icon = ({ children }: { children: ReactNode }) => (
  <svg
    className="icon"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
);

export const SearchIcon = () => (
  <Icon>
    <circle cx="9" cy="9" r="5.5" />
    <path d="m13.2 13.2 3.6 3.6" />
  </Icon>
);

export const CloseIcon = () => (
  <Icon>
    <path d="m5.5 5.5 9 9m0-9-9 9" />
  </Icon>
);

export const BackIcon = () => (
  <Icon>
    <path d="M12 4.5 6.5 10l5.5 5.5" />
  </Icon>
);

export const PictureIcon = () => (
  <Icon>
    <rect x="2.5" y="3.5" width="15" height="13" rx="2" />
    <circle cx="13" cy="7.5" r="1.2" />
    <path d="m3 14 4.2-4.6 3.3 3.6 2-2 4.2 4" />
  </Icon>
);

export const CloudOffIcon = () => (
  <Icon>
    <path d="M3 3l14 14M7.2 5.2A5 5 0 0 1 14.6 8a3.5 3.5 0 0 1 2.2 5.8M12.8 15.5H6a3.8 3.8 0 0 1-.8-7.5" />
  </Icon>
);

export const HomeIcon = () => (
  <Icon>
    <path d="M3.5 8.8 10 3.3l6.5 5.5v7.2a1 1 0 0 1-1 1h-3.7v-4.6H8.2V17H4.5a1 1 0 0 1-1-1z" />
  </Icon>
);

export const PersonIcon = () => (
  <Icon>
    <circle cx="10" cy="6.8" r="3.3" />
    <path d="M3.8 17c.5-3.4 3-5.2 6.2-5.2s5.7 1.8 6.2 5.2" />
  </Icon>
);

export const CheckIcon = () => (
  <Icon>
    <path d="m4.5 10.5 3.7 3.7 7.3-8" />
  </Icon>
);

export const AlertIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 6.3v4.6m0 2.7v.1" />
  </Icon>
);

export const Brand = () => (
  <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="#4f46e5" />
    <path fill="#fff" d="M8 22l5.2-7.2a1 1 0 0 1 1.6 0l3 4 2-2.6a1 1 0 0 1 1.6 0L25 22z" />
    <circle cx="21" cy="11" r="2.4" fill="#fff" />
  </svg>
);
