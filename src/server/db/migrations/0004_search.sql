-- Case and accents of Latin, Greek and Cyrillic letters, the same in every database: lower() leaves the latter two alone where the locale is C,
-- and makes of I another letter where it is Turkish. Letters that are no base letter with a mark become what people type for them.
CREATE OR REPLACE FUNCTION "fold_text"("given" text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	RETURN CASE WHEN octet_length("given") = char_length("given") THEN lower("given" COLLATE "C")
	ELSE replace(replace(replace(replace(translate(
		lower(regexp_replace(normalize("given", NFD), '[\u0300-\u036f]', '', 'g') COLLATE "C"),
		'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐØøŁłĐđÐðıÆŒÞẞ',
		'αβγδεζηθικλμνξοπρσστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґoollddddiæœþß'),
		'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
	END;--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "search_text";--> statement-breakpoint
-- Begins with a space, so that the start of every word is one: a search for one or two letters looks for it there.
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_text(' ' || firstname || ' ' || lastname || ' ' || username || ' ' || phone_number)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_search_text_index" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
-- Folds the names' keys anew where the new function folds otherwise.
UPDATE "users" SET "firstname" = "firstname" WHERE octet_length("firstname" || "lastname") > char_length("firstname" || "lastname");--> statement-breakpoint
DROP INDEX "users_list_id_index";--> statement-breakpoint
CREATE INDEX "users_list_id_index" ON "users" USING btree ("id","is_beta_tester","account_validated","account_locked") WHERE not "users"."is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_deleted_index" ON "users" USING btree ("id") WHERE "users"."is_deleted";
