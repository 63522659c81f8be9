/** Why something did not work; nothing where there is no message. */
export const FailureText = ({ id, message }: { id?: string; message: string | undefined }) =>
  message ? (
    <p id={id} className="failure" role="alert">
      {message}
    </p>
  ) : null;
