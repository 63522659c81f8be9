interface Site {
  agreementVersion: string;
  /** Absent in versions before its texts were the product's own. */
  legal?: { documents: Record<string, string> };
}

type Ask = (name: string, action: string, data: object) => Promise<Record<string, unknown>>;

/** The versions that a visitor agrees to and confirms now; null where the functions know no such consent. */
export const legalVersions = async (ask: Ask) => {
  const settings = await ask('systemSettings', 'getSettings', { group: 'system' });
  const { agreementVersion, legal } = settings['site'] as Site;
  return {
    terms: agreementVersion,
    face: legal ? legal.documents['face'] || '1' : null,
    refunds: legal ? legal.documents['refunds'] || '1' : null,
  };
};
