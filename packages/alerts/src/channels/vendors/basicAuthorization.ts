/** Makes the Authorization header from a user name and a password (RFC 7617, with UTF-8). */
export const basicAuthorization = (userAndPassword: string): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(userAndPassword)))}`
