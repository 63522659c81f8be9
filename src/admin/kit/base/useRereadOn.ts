import { useEffect, useRef } from 'react';

/** Reads again what follows from a record, whenever the record has another version. */
export const useRereadOn = (version: number, read: () => unknown) => {
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current !== version) void read();
    seen.current = version;
  }, [version, read]);
};
