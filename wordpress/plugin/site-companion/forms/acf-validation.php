<?php
/**
 * Validates the values submitted on ACF's screens by the same rules as the plugin's own forms. If there are errors, ACF shows them beside
 * their fields and does not save.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

add_action( 'acf/validate_save_post', __NAMESPACE__ . '\validate_acf_form' );

function validate_acf_form(): void {
	// ACF has checked its nonce and unslashes the values itself.
	$submitted = is_array( $_POST['acf'] ?? null ) ? wp_unslash( $_POST['acf'] ) : array(); // phpcs:ignore WordPress.Security
	$id        = absint( $_POST['post_ID'] ?? $_POST['post_id'] ?? 0 ); // phpcs:ignore WordPress.Security.NonceVerification
	// The block editor submits no status, and asks ACF to validate only items that are published. So the default is `publish`.
	$status    = sanitize_key( wp_unslash( $_POST['post_status'] ?? 'publish' ) ); // phpcs:ignore WordPress.Security
	$is_public = isset( $_POST['publish'] ) || in_array( $status, array( 'publish', 'future' ), true ); // phpcs:ignore WordPress.Security.NonceVerification
	$post      = get_post( $id );
	if ( ! $post || ! in_array( $post->post_type, TYPES_WITH_FIELDS, true ) || ! $is_public ) {
		return;
	}
	$inputs = array();
	$values = acf_form_values( $submitted, 'acf', '', $inputs ) + event_fields( $id );
	foreach ( errors_in( validate_item( $post->post_type, $values ) ) as $error ) {
		// Fields that ACF does not show cannot be corrected on its screen.
		if ( isset( $inputs[ $error['path'] ] ) ) {
			acf_add_validation_error( $inputs[ $error['path'] ], $error['message'] );
		}
	}
}

/**
 * The submitted values by field name instead of by field key.
 *
 * @param array<string, string> $inputs Is filled with the name of the input for each path.
 */
function acf_form_values( array $submitted, string $input, string $path, array &$inputs ): array {
	$values = array();
	foreach ( $submitted as $key => $value ) {
		$field = acf_get_field( $key );
		if ( 'acf_fc_layout' === $key || ! is_array( $field ) ) {
			$values[ $key ] = $value;
			continue;
		}
		$name       = $field['_name'] ?? $field['name'];
		$field_path = '' === $path ? $name : "$path.$name";

		$inputs[ $field_path ] = "{$input}[$key]";
		$values[ $name ]       = match ( $field['type'] ) {
			'group'    => is_array( $value ) ? acf_form_values( $value, "{$input}[$key]", $field_path, $inputs ) : $value,
			'repeater', 'flexible_content' => acf_form_rows( $value, "{$input}[$key]", $field_path, $inputs ),
			'gallery'  => is_array( $value ) ? array_values( $value ) : $value,
			default    => $value,
		};
	}

	return $values;
}

/** @param array<string, string> $inputs */
function acf_form_rows( mixed $submitted, string $input, string $path, array &$inputs ): array|false {
	// ACF's forms contain an invisible row as a template.
	$submitted = is_array( $submitted ) ? array_diff_key( array_filter( $submitted, 'is_array' ), array( 'acfcloneindex' => true ) ) : array();
	$rows      = array();
	foreach ( $submitted as $key => $row ) {
		$rows[] = acf_form_values( $row, "{$input}[$key]", $path . '.' . count( $rows ), $inputs );
	}

	return array() === $rows ? false : $rows;
}
