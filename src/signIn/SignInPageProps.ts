import type { Credentials } from '#authProvider/signIn.ts';
import type { Departure } from '../Departure.ts';

export interface SignInPageProps {
  departure: Departure;
  signIn: (credentials: Credentials) => Promise<void>;
  onTyping: () => void;
  onSignedIn: () => void;
  onLostPassword: () => void;
}
