// The content type of every JSON response.
export const jsonType = 'application/json; charset=utf-8'
