<?php
/**
 * Describes fields for the browser, which renders them with the same controls as those of the sections (forms/form.js).
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

/**
 * Prints the form of a screen, which submits the values as JSON.
 *
 * @param array $fields Descriptions of the fields.
 * @param array $values Values by field name, in ACF's format.
 */
function render_form( array $fields, array $values ): void {
	$description = form_description( $fields, $values );
	?>
	<div class="site-companion-form" data-form="<?php echo esc_attr( (string) wp_json_encode( $description ) ); ?>">
		<input type="hidden" name="<?php echo esc_attr( FORM_NAME ); ?>" value="<?php echo esc_attr( (string) wp_json_encode( $description['values'] ) ); ?>" />
		<div class="site-companion-form-root"></div>
		<noscript><?php esc_html_e( 'These fields need JavaScript, like the editor of WordPress.', 'site-companion' ); ?></noscript>
	</div>
	<?php
}

/** What `form.js` needs, with the parameters of `render_form`. */
function form_description( array $fields, array $values ): array {
	return array(
		'fields' => $fields,
		// JSON objects that are empty must not become lists.
		'values' => (object) $values,
		'site'   => site_address(),
	);
}

/** The values of the submitted form; null if none was submitted. The caller checks nonce and capability. */
function submitted_json(): ?array {
	$json = $_POST[ FORM_NAME ] ?? null; // phpcs:ignore WordPress.Security -- `submitted_fields` sanitizes by type.

	return is_string( $json ) ? decode_fields( wp_unslash( $json ) ) : null;
}

/**
 * The styles and scripts of forms.
 *
 * @param string[] $dependencies What the panel of the block editor needs in addition.
 */
function enqueue_form( array $dependencies = array() ): void {
	enqueue_field_controls();
	enqueue_style( 'forms/form.css', array( 'site-companion-blocks' ) );
	enqueue_script( 'forms/form.js', array( 'site-companion-fields', 'wp-data', 'wp-dom-ready', 'wp-element', 'wp-i18n', ...$dependencies ) );
}

/** The controls of the fields, which sections have, too. */
function enqueue_field_controls(): void {
	wp_enqueue_media();
	wp_enqueue_editor();
	enqueue_style( 'blocks/editor/blocks.css', array( 'wp-components', 'dashicons' ) );
	enqueue_script( 'blocks/editor/fields.js', array( 'wp-api-fetch', 'wp-components', 'wp-core-data', 'wp-data', 'wp-dom', 'wp-element', 'wp-i18n', 'wp-media-utils' ) );
	wp_add_inline_script(
		'site-companion-fields',
		'window.siteCompanionBlocks ??= ' . wp_json_encode( array( 'icons' => wp_json_file_decode( __DIR__ . '/../blocks/icons.json', array( 'associative' => true ) ) ) ) . ';',
		'before'
	);
}
