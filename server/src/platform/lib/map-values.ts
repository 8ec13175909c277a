// Maps the values of an object and keeps its names.

export const mapValues = <T extends object, R>(
  object: T,
  map: (value: T[keyof T], name: string) => R,
): { [K in keyof T]: R } =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)])) as {
    [K in keyof T]: R
  }
