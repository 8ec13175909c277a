// Whether a text is a UUID, of any version.

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a UUID, of any version. */
export const isUuid = (text: string): boolean => uuidForm.test(text)
