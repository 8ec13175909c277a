export const nodeFlags: readonly string[]
export const mallocVariables: Readonly<Record<string, string>>
