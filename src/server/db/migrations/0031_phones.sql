ALTER TABLE "users" ADD COLUMN "phone_digits" text;--> statement-breakpoint
-- Plain forms of a phone number that an older server wrote, until a server of this version has made the right ones.
-- A bare number may be dialled with a zero at home.
CREATE FUNCTION "phone_forms"("prefix" text, "number" text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE
	RETURN CASE WHEN "number" !~ '[0-9]' THEN ''
	ELSE ' ' || regexp_replace("number", '[^0-9]', '', 'g')
		|| ' 00' || regexp_replace("prefix", '[^0-9]', '', 'g') || ltrim(regexp_replace("number", '[^0-9]', '', 'g'), '0')
		|| ' 00' || regexp_replace("prefix", '[^0-9]', '', 'g') || '0' || ltrim(regexp_replace("number", '[^0-9]', '', 'g'), '0')
	END;--> statement-breakpoint
-- An older server changes the number, and leaves the forms of the former one.
CREATE FUNCTION "forget_phone_digits"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.phone_digits IS NOT DISTINCT FROM OLD.phone_digits AND (NEW.phone_prefix, NEW.phone_number) IS DISTINCT FROM (OLD.phone_prefix, OLD.phone_number) THEN
		NEW.phone_digits := NULL;
	END IF;
	RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "forget_phone_digits" BEFORE UPDATE OF "phone_prefix", "phone_number" ON "users"
	FOR EACH ROW EXECUTE FUNCTION "forget_phone_digits"();--> statement-breakpoint
CREATE INDEX "users_phone_digits_index" ON "users" USING gin ((coalesce("phone_digits", phone_forms("phone_prefix", "phone_number"))) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_without_phone_digits_index" ON "users" USING btree ("id") WHERE "users"."phone_digits" is null;