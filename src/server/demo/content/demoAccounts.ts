/** The accounts of a demo: printed at start, offered on the sign-in page, created by seedDemo.ts. */

export const demoAccounts = [
  { username: 'admin@example.com', label: 'Administrator' },
  { username: 'marketing@example.com', label: 'Marketing' },
  { username: 'backoffice@example.com', label: 'Back office' },
  { username: 'customer@example.com', label: 'Customer with a detector' },
  { username: 'newcustomer@example.com', label: 'Customer who owns nothing yet' },
  { username: 'beta@example.com', label: 'Beta tester' },
  { username: 'sms@example.com', label: 'Customer who needs an SMS code' },
] as const
