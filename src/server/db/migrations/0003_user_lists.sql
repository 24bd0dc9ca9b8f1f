CREATE INDEX "accessories_serial_number_parts_index" ON "accessories" USING gin ("serial_number" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "accessories_coil_serial_parts_index" ON "accessories" USING gin ("coil_serial" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_products_serial_number_parts_index" ON "user_products" USING gin ("serial_number" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_list_role_index" ON "users" USING btree ("role","id") WHERE not "users"."is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_since_index" ON "users" USING btree ("since","id") WHERE not "users"."is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_beta_tester_index" ON "users" USING btree ("id") WHERE "users"."is_beta_tester" and not "users"."is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_not_validated_index" ON "users" USING btree ("id") WHERE not "users"."account_validated" and not "users"."is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_locked_index" ON "users" USING btree ("id") WHERE "users"."account_locked" and not "users"."is_deleted";