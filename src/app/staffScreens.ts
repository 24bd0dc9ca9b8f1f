/** Where the code of staff's screens is. Itself loaded with the first of them: the sign-in screen's budget has no room for their names. */

const load = {
  firmware: () => import('./screens/firmware/FirmwareListScreen.tsx'),
  firmwareShow: () => import('./screens/firmware/FirmwareShowScreen.tsx'),
  firmwareForm: () => import('./screens/firmware/FirmwareFormScreens.tsx'),
  product: () => import('./screens/product/ProductListScreen.tsx'),
  productShow: () => import('./screens/product/ProductShowScreen.tsx'),
  productForm: () => import('./screens/product/ProductFormScreens.tsx'),
  user: () => import('./screens/user/UserListScreen.tsx'),
  userShow: () => import('./screens/user/UserShowScreen.tsx'),
  userForm: () => import('./screens/user/UserFormScreens.tsx'),
}

export const staffScreens = {
  firmwareIndex: async () => (await load.firmware()).FirmwareListScreen,
  firmwareShow: async () => (await load.firmwareShow()).FirmwareShowScreen,
  firmwareCreate: async () => (await load.firmwareForm()).FirmwareCreateScreen,
  firmwareEdit: async () => (await load.firmwareForm()).FirmwareEditScreen,
  productIndex: async () => (await load.product()).ProductListScreen,
  productShow: async () => (await load.productShow()).ProductShowScreen,
  productCreate: async () => (await load.productForm()).ProductCreateScreen,
  productEdit: async () => (await load.productForm()).ProductEditScreen,
  userIndex: async () => (await load.user()).UserListScreen,
  userShow: async () => (await load.userShow()).UserShowScreen,
  userCreate: async () => (await load.userForm()).UserCreateScreen,
  userEdit: async () => (await load.userForm()).UserEditScreen,
}

export type StaffScreen = keyof typeof staffScreens
