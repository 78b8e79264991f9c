/** Makes the Authorization header for a user and a password, joined by a colon (RFC 7617, with UTF-8). */
export const basicAuthorization = (userAndPassword: string): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(userAndPassword)))}`
