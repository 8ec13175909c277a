// A price as the data layer writes it.

/** With two decimals and a point: 24.9 as `24.90`. */
export const toPriceText = (price: number | null): string | null => (price === null ? null : price.toFixed(2))
