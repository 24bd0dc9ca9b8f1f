/** The SECRET_KEY of test servers, so that several can share a database. Of no other installation. */
export const testSecretKey = '0123456789abcdef'.repeat(4)
