/** Of all accounts of a demo. It is published, so it is good for nothing else. */
export const demoPassword = 'demo-Fieldport-2026'
