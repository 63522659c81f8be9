/** Where tests are: those of the product, and of each workspace beside it. */
export const testFolders = ['tests', 'emulator/tests', 'sandbox/tests', 'tools'];
