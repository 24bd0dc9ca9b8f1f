/** Where the code of staff's screens is, and where each of them left its lists. Itself loaded with the first of them: the sign-in screen's budget has no room for their names. */

const load = {
  firmware: () => import('../screens/firmware/FirmwareListScreen.tsx'),
  firmwareShow: () => import('../screens/firmware/FirmwareShowScreen.tsx'),
  firmwareForm: () => import('../screens/firmware/FirmwareFormScreens.tsx'),
  product: () => import('../screens/product/ProductListScreen.tsx'),
  productShow: () => import('../screens/product/ProductShowScreen.tsx'),
  productForm: () => import('../screens/product/ProductFormScreens.tsx'),
  securityEvent: () => import('../screens/securityEvent/SecurityLogScreen.tsx'),
  user: () => import('../screens/user/UserListScreen.tsx'),
  userShow: () => import('../screens/user/UserShowScreen.tsx'),
  userForm: () => import('../screens/user/UserFormScreens.tsx'),
}

export { readSavedTable } from '../kit/table/savedTables.ts'

export const staffScreens = {
  '/firmware/index': async () => (await load.firmware()).FirmwareListScreen,
  '/firmware/show/$firmwareId': async () => (await load.firmwareShow()).FirmwareShowScreen,
  '/firmware/create': async () => (await load.firmwareForm()).FirmwareCreateScreen,
  '/firmware/edit/$firmwareId': async () => (await load.firmwareForm()).FirmwareEditScreen,
  '/product/index': async () => (await load.product()).ProductListScreen,
  '/product/show/$productId': async () => (await load.productShow()).ProductShowScreen,
  '/product/create': async () => (await load.productForm()).ProductCreateScreen,
  '/product/edit/$productId': async () => (await load.productForm()).ProductEditScreen,
  '/securityEvent/index': async () => (await load.securityEvent()).SecurityLogScreen,
  '/user/index': async () => (await load.user()).UserListScreen,
  '/user/show/$userId': async () => (await load.userShow()).UserShowScreen,
  '/user/create': async () => (await load.userForm()).UserCreateScreen,
  '/user/edit/$userId': async () => (await load.userForm()).UserEditScreen,
}

export type StaffScreenPath = keyof typeof staffScreens
